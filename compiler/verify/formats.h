#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skiff {

// The formats of names and values in Kubernetes (k8s.io/apimachinery/pkg/util/validation and
// k8s.io/kubernetes/pkg/apis/core/validation). Each function returns true if the text has the format. The messages are
// in names.cc and pods.cc.

bool is_dns1123_label(std::string_view text);
bool is_dns1123_subdomain(std::string_view text);
bool is_dns1035_label(std::string_view text);
bool is_label_key(std::string_view text);
bool is_label_value(std::string_view text);
/// IANA service name: at most 15 characters of a-z, 0-9 and -, with a letter, and without - at the ends or --.
bool is_port_name(std::string_view text);
/// A name that every shell accepts. The API server accepts any printable character except =, but programs in the pods
/// do not.
bool is_env_name(std::string_view text);
/// registry[:port]/path[:tag][@sha256:digest].
bool is_image_reference(std::string_view text);
/// Five fields, or @daily and the like, as the parser of the CronJob controller accepts them.
bool is_cron_schedule(std::string_view text);
/// Absolute, without `..`, `:` or an empty part.
bool is_mount_path(std::string_view text);
/// A key of a ConfigMap or Secret.
bool is_config_key(std::string_view text);

/// The value of a Kubernetes quantity such as 500m, 16Gi or 1e3. std::nullopt if the text is not a quantity.
std::optional<long double> parse_quantity(std::string_view text);

}  // namespace skiff
