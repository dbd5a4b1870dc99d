#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skiff {

// Kubernetes' own forms of names and values (k8s.io/apimachinery/pkg/util/validation and
// k8s.io/kubernetes/pkg/apis/core/validation). Each says whether the text has the form; the texts of the rules are in
// names.cc.

bool is_dns1123_label(std::string_view text);
bool is_dns1123_subdomain(std::string_view text);
bool is_dns1035_label(std::string_view text);
bool is_label_key(std::string_view text);
bool is_label_value(std::string_view text);
/// IANA service name: at most 15 of a-z, 0-9 and -, with a letter, no -- and none at the ends.
bool is_port_name(std::string_view text);
/// A name that every shell takes. The API server takes more (anything printable but =), but programs in the pods do
/// not.
bool is_env_name(std::string_view text);
/// registry[:port]/path[:tag][@sha256:digest].
bool is_image_reference(std::string_view text);
/// Five fields or @daily and the like, as the CronJob controller's parser takes them.
bool is_cron_schedule(std::string_view text);
/// Absolute, without `..`, `:` or an empty part.
bool is_mount_path(std::string_view text);
/// A key of a ConfigMap or Secret.
bool is_config_key(std::string_view text);

/// The value of a Kubernetes quantity such as 500m, 16Gi or 1e3; empty if it has not the form.
std::optional<long double> parse_quantity(std::string_view text);

}  // namespace skiff
