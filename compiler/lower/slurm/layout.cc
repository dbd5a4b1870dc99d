#include "lower/slurm/layout.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "plan/owned.h"

namespace skiff {
namespace {

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

OutputFile lay_out(const Conf& conf, const Layout& layout) {
  OutputFile file{conf.path, {}, {}};
  const std::span<const LayoutBlock> blocks = layout.blocks;
  // Each line of the configuration is placed below the first key that matches it, or else below `*`.
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
      throw std::logic_error(std::string(layout.path) + ": no place for " + line.parameters[0].key);
    placed[rest.first][rest.second].push_back(&line);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<Origin> lines_of;
    for (const auto& lines : placed[b])
      for (const ConfLine* line : lines) lines_of.push_back(line->parameters.front().origin);
    if (lines_of.empty() && !blocks[b].keys.empty()) continue;
    // The comments of a block exist as long as one of its lines exists. A line exists because of its first parameter.
    const Origin why = conf.why | common(lines_of);
    if (!file.text.empty())
      file.line("", Origin::fixed(layout.path, blocks[b].comments.empty() ? 1 : blocks[b].comments[0].line) | why);
    for (const auto& comment : blocks[b].comments)
      file.line(comment.text, Origin::fixed(layout.path, comment.line) | why);
    for (const auto& lines : placed[b])
      for (const ConfLine* line : lines) append(file, *line, conf.separator);
  }
  return file;
}

}  // namespace skiff
