#include <yaml.h>

#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "gpu/files.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

// A document of libyaml; JSON is YAML too.
class Document {
 public:
  explicit Document(std::string_view text) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) throw Failure("CDI: out of memory");
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    const bool good = yaml_parser_load(&parser, &document_) != 0;
    const std::string why = parser.problem ? parser.problem : "unreadable";
    yaml_parser_delete(&parser);
    if (!good) throw Failure("CDI: invalid YAML: " + why);
  }
  ~Document() { yaml_document_delete(&document_); }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  yaml_node_t* root() { return yaml_document_get_root_node(&document_); }
  yaml_node_t* node(int id) { return yaml_document_get_node(&document_, id); }

  // The value of a key of a mapping, or null.
  yaml_node_t* at(yaml_node_t* mapping, std::string_view key) {
    if (!mapping || mapping->type != YAML_MAPPING_NODE) return nullptr;
    for (auto* pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top; ++pair) {
      if (text(node(pair->key)) == key) return node(pair->value);
    }
    return nullptr;
  }

  static std::string_view text(const yaml_node_t* scalar) {
    if (!scalar || scalar->type != YAML_SCALAR_NODE) return "";
    return {reinterpret_cast<const char*>(scalar->data.scalar.value), scalar->data.scalar.length};
  }

  std::vector<yaml_node_t*> items(yaml_node_t* sequence) {
    std::vector<yaml_node_t*> found;
    if (!sequence || sequence->type != YAML_SEQUENCE_NODE) return found;
    for (auto* item = sequence->data.sequence.items.start; item < sequence->data.sequence.items.top; ++item) {
      found.push_back(node(*item));
    }
    return found;
  }

 private:
  yaml_document_t document_;
};

std::string file_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

bool is_library(const std::string& name) {
  return name.starts_with("lib") && (name.ends_with(".so") || name.find(".so.") != std::string::npos);
}

// Adds one mount of the specification. Skips files that a job does not need (firmware, X11 modules, settings).
void add_mount(std::string_view host, std::string_view inside_path, std::map<std::string, GpuFile>& files) {
  if (!path_fault(host).empty() || !path_fault(inside_path).empty() || host == "/") {
    throw Failure("CDI: mount of " + shown(host) + " on " + shown(inside_path) + ": both must be plain absolute paths");
  }
  GpuFile file{GpuFile::Kind::library, std::string(host), file_name(inside_path), {}};
  const std::string folder = file_name(inside_path.substr(0, inside_path.rfind('/')));
  if (is_library(file.name)) {
    file.kind = GpuFile::Kind::library;
  } else if (folder == "bin" || folder == "sbin") {
    file.kind = GpuFile::Kind::program;
  } else if (inside(inside_path, "/run") || inside(inside_path, "/var/run")) {
    file.kind = GpuFile::Kind::other;
    // /var/run is a link to /run in every distribution, and links in the jail are not followed.
    file.name = inside_path.substr(inside_path.starts_with("/var") ? 4 : 0);
  } else {
    return;
  }
  files.emplace(file.name, file);
}

// Adds the links to libraries from `create-symlinks --link TARGET::PATH ...`.
void add_links(const std::vector<std::string>& arguments, std::map<std::string, std::string>& links) {
  for (std::size_t at = 0; at + 1 < arguments.size(); ++at) {
    const std::size_t middle = arguments[at] == "--link" ? arguments[at + 1].find("::") : std::string::npos;
    if (middle == std::string::npos) continue;
    const std::string link = file_name(arguments[at + 1].substr(middle + 2));
    const std::string target = file_name(arguments[at + 1].substr(0, middle));
    if (!is_file_name(link) || !is_file_name(target)) continue;
    if (is_library(link) && is_library(target) && link != target) links[link] = target;
  }
}

}  // namespace

GpuFiles read_cdi(std::string_view text) {
  Document document(text);
  if (Document::text(document.at(document.root(), "cdiVersion")).empty()) throw Failure("CDI: cdiVersion is missing");
  std::vector<yaml_node_t*> edits{document.at(document.root(), "containerEdits")};
  for (yaml_node_t* device : document.items(document.at(document.root(), "devices"))) {
    edits.push_back(document.at(device, "containerEdits"));
  }
  std::map<std::string, GpuFile> files;
  std::map<std::string, std::string> links;
  for (yaml_node_t* edit : edits) {
    for (yaml_node_t* mount : document.items(document.at(edit, "mounts"))) {
      add_mount(Document::text(document.at(mount, "hostPath")), Document::text(document.at(mount, "containerPath")),
                files);
    }
    for (yaml_node_t* hook : document.items(document.at(edit, "hooks"))) {
      std::vector<std::string> arguments;
      for (yaml_node_t* argument : document.items(document.at(hook, "args"))) {
        arguments.emplace_back(Document::text(argument));
      }
      if (arguments.size() > 1 && arguments[1] == "create-symlinks") add_links(arguments, links);
    }
  }
  GpuFiles found;
  for (auto& [name, file] : files) found.files.push_back(std::move(file));
  found.links.assign(links.begin(), links.end());
  return found;
}

}  // namespace jail
