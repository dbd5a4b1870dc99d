#include "lower/slurm/layout.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "plan/owned.h"

namespace skiff {
namespace {

struct Block {
  struct Comment {
    std::string_view text;
    std::uint32_t line;
  };
  std::vector<Comment> comments;
  std::vector<std::string_view> keys;
};

std::vector<Block> parse(std::string_view layout) {
  std::vector<Block> blocks(1);
  std::uint32_t number = 0;
  while (!layout.empty()) {
    const std::size_t end = layout.find('\n');
    const std::string_view line = layout.substr(0, end);
    layout.remove_prefix(end == std::string_view::npos ? layout.size() : end + 1);
    ++number;
    if (line.empty())
      blocks.emplace_back();
    else if (line.starts_with('#'))
      blocks.back().comments.push_back({line, number});
    else
      blocks.back().keys.push_back(line);
  }
  return blocks;
}

void append(OutputFile& file, const ConfLine& line, char separator) {
  std::string text;
  Origin origin;
  for (const Parameter& parameter : line.parameters) {
    if (!text.empty()) text += ' ';
    text += parameter.key;
    text += separator;
    text += parameter.value;
    origin |= parameter.origin;
  }
  file.line(text, origin);
}

}  // namespace

OutputFile lay_out(const Conf& conf, std::string_view layout, std::string_view layout_path) {
  OutputFile file{conf.path, {}, {}};
  std::vector<Block> blocks = parse(layout);
  // Each line of the conf goes below the first key that is its own, else below `*`.
  std::vector<std::vector<std::vector<const ConfLine*>>> placed(blocks.size());
  std::pair<std::size_t, std::size_t> rest{blocks.size(), 0};
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    placed[b].resize(blocks[b].keys.size());
    for (std::size_t k = 0; k < blocks[b].keys.size(); ++k)
      if (blocks[b].keys[k] == "*") rest = {b, k};
  }
  for (const ConfLine& line : conf.lines) {
    bool found = false;
    for (std::size_t b = 0; b < blocks.size() && !found; ++b)
      for (std::size_t k = 0; k < blocks[b].keys.size() && !found; ++k)
        if ((found = same_key(blocks[b].keys[k], line.parameters[0].key))) placed[b][k].push_back(&line);
    if (found) continue;
    if (rest.first == blocks.size())
      throw std::logic_error(std::string(layout_path) + ": no place for " + line.parameters[0].key);
    placed[rest.first][rest.second].push_back(&line);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    bool used = blocks[b].keys.empty();
    Origin why = conf.why;
    for (const auto& lines : placed[b])
      for (const ConfLine* line : lines) {
        used = true;
        for (const Parameter& parameter : line->parameters) why |= parameter.origin;
      }
    if (!used) continue;
    if (!file.text.empty())
      file.line("", Origin::fixed(layout_path, blocks[b].comments.empty() ? 1 : blocks[b].comments[0].line) | why);
    for (const auto& comment : blocks[b].comments)
      file.line(comment.text, Origin::fixed(layout_path, comment.line) | why);
    for (const auto& lines : placed[b])
      for (const ConfLine* line : lines) append(file, *line, conf.separator);
  }
  return file;
}

}  // namespace skiff
