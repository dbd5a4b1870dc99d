#pragma once

#include <string>
#include <vector>

#include "emit/yaml.h"
#include "tree/bundle.h"

namespace skiff {

/// The output file that contains these objects.
OutputFile object_file(const ObjectFile& objects, WrittenParts& parts);

/// The ConfigMap as `kubectl kustomize` generates it. Throws std::logic_error if one of its files is not in the bundle.
Value config_map(const GeneratedConfigMap& generated, const FileSet& files);

/// All objects as one YAML stream, with the same objects as the output of `kubectl kustomize`: first the objects, then
/// the generated ConfigMaps. The stream is assembled from the files in the bundle.
std::string yaml_stream(const Bundle& bundle);

/// The same objects as a JSON `List`, ending in a newline.
std::string json_stream(const Bundle& bundle);

}  // namespace skiff
