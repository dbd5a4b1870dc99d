#include "emit/stream.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "emit/yaml.h"
#include "tree/json.h"

namespace skiff {
namespace {

// Kubernetes and kustomize write maps of strings in the order of their keys.
Value sorted_map(GeneratedConfigMap::Pairs pairs, const Origin& origin) {
  std::ranges::sort(pairs, {}, [](const auto& pair) -> const std::string& { return pair.first; });
  Value map = Value::map(origin);
  for (const auto& [key, text] : pairs) map.add(key, text);
  return map;
}

const OutputFile& file_at(const FileSet& files, const GeneratedConfigMap& generated, const std::string& path) {
  const auto file = std::ranges::find(files, path, &OutputFile::path);
  if (file == files.end()) throw std::logic_error(*generated.name + ": there is no file " + path);
  return *file;
}

}  // namespace

OutputFile object_file(const ObjectFile& objects, WrittenParts& parts) {
  OutputFile file;
  file.path = objects.path;
  for (const Value& object : objects.objects) append_document(file, object, parts);
  // There may be thousands of files, and all are kept until the end.
  file.text.shrink_to_fit();
  file.lines.shrink_to_fit();
  return file;
}

Value config_map(const GeneratedConfigMap& generated, const FileSet& files) {
  const Origin& why = generated.origin;
  Value metadata = Value::map(why);
  metadata.add("name", generated.name);
  if (!generated.name_space->empty()) metadata.add("namespace", generated.name_space);
  if (!generated.labels.empty()) metadata.add("labels", sorted_map(generated.labels, why));
  if (!generated.annotations.empty()) metadata.add("annotations", sorted_map(generated.annotations, why));

  auto sources = generated.files;
  std::ranges::sort(sources, {}, &GeneratedConfigMap::File::key);
  Value data = Value::map(why);
  for (const auto& source : sources) {
    const OutputFile& file = file_at(files, generated, source.path);
    Origin origin = why;
    for (const Origin& line : file.lines) origin |= line;
    data.add(source.key, Value::string(file.text, origin));
  }

  Value object = Value::map(why);
  object.add("apiVersion", Value::string("v1", why)).add("kind", Value::string("ConfigMap", why));
  object.add("metadata", std::move(metadata)).add("data", std::move(data));
  return object;
}

std::string yaml_stream(const Bundle& bundle) {
  std::unordered_map<std::string_view, const OutputFile*> files;
  for (const OutputFile& file : bundle.files) files.emplace(file.path, &file);
  std::vector<std::string_view> documents;
  for (const ObjectFile& objects : bundle.objects) {
    const auto file = files.find(objects.path);
    if (file == files.end()) throw std::logic_error(objects.path + ": is not among the files");
    documents.push_back(file->second->text);
  }
  FileSet maps;
  for (const GeneratedConfigMap& generated : bundle.config_maps)
    append_document(maps.emplace_back(), config_map(generated, bundle.files));
  for (const OutputFile& map : maps) documents.push_back(map.text);

  constexpr std::string_view between = "---\n";
  std::size_t size = 0;
  for (const std::string_view document : documents) size += document.size() + between.size();
  std::string stream;
  stream.reserve(size);
  for (const std::string_view document : documents) {
    if (!stream.empty()) stream += between;
    stream += document;
  }
  return stream;
}

std::string json_stream(const Bundle& bundle) {
  Value list = Value::map();
  list.add("apiVersion", Value::string("v1", {})).add("kind", Value::string("List", {}));
  Value items = Value::list();
  for (const ObjectFile& file : bundle.objects) {
    for (const Value& object : file.objects) items.items.push_back(object);
  }
  for (const GeneratedConfigMap& generated : bundle.config_maps) {
    items.items.push_back(config_map(generated, bundle.files));
  }
  list.add("items", std::move(items));
  std::string text;
  append_json(text, list);
  text += '\n';
  return text;
}

}  // namespace skiff
