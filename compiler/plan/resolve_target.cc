#include <tuple>

#include "plan/names.h"
#include "plan/resolve_parts.h"
#include "provenance/constant.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

/// The most specific value in the spec wins: digest, then tag, then the common tag, then the Slurm release.
plan::Text image(std::string_view component, const spec::Image& own, const spec::Images& images,
                 const spec::Target& target) {
  plan::Text reference;
  if (own.repository) {
    reference = own.repository.tracked();
  } else {
    reference = {*images.registry + "/" + std::string(component), images.registry.origin};
  }
  if (own.digest) return {reference.value + "@" + *own.digest, reference.origin | own.digest.origin};
  const auto& tag = own.tag ? own.tag : images.tag ? images.tag : target.slurm;
  return {reference.value + ":" + *tag, reference.origin | tag.origin};
}

/// skiff does not build MariaDB, so its image is not in the cluster's own registry unless the spec says so.
plan::Text mariadb_image(const spec::Image& own) {
  plan::Text reference = own.repository ? own.repository.tracked() : constant("mariadb");
  if (own.digest) return {reference.value + "@" + *own.digest, reference.origin | own.digest.origin};
  const plan::Text tag = own.tag ? own.tag.tracked() : constant("11.4");
  return {reference.value + ":" + tag.value, reference.origin | tag.origin};
}

/// Whether slurmctld and slurmdbd accept tokens: if the spec says so, or because clients of the REST API have nothing else.
plan::Bool accepts_tokens(const spec::ClusterSpec& spec) {
  if (spec.auth.jwt) return {true, Origin::spec(spec.auth.jwt->span)};
  if (spec.rest_api) return {true, Origin::spec(spec.rest_api->span)};
  return constant(false);
}

std::optional<plan::Jwks> resolve_jwks(const spec::Jwks& jwks, const plan::Text& cluster, Diagnostics& diagnostics) {
  if (jwks.file && jwks.config_map) {
    forbid(diagnostics, "SKF206", *jwks.config_map, "may not be specified together with file");
  } else if (jwks.file) {
    const plan::Text name = object_name(cluster, "jwks");
    return plan::Jwks{{*name, name.origin | jwks.file.origin}, constant("jwks.json"), jwks.text.tracked()};
  } else if (jwks.config_map) {
    return plan::Jwks{jwks.config_map->name.tracked(), jwks.config_map->key.tracked(), {}};
  } else {
    require(diagnostics, "SKF206", jwks, "file", "give exactly one of file, configMapKeyRef");
  }
  return std::nullopt;
}

}  // namespace

plan::Target resolve_target(const spec::Target& target) {
  return {{parse_version(*target.slurm), target.slurm.origin},
          {parse_version(*target.kubernetes), target.kubernetes.origin},
          target.platform.tracked(),
          target.cluster_domain.tracked(),
          target.cgroup.tracked()};
}

plan::Auth resolve_auth(const spec::ClusterSpec& spec, const plan::Text& cluster, Diagnostics& diagnostics) {
  const spec::Auth& auth = spec.auth;
  plan::Auth resolved{auth.method.tracked(), auth.keys.secret_name.tracked(),
                      *auth.method == "munge" ? plan::Text{"munge.key", auth.method.origin} : auth.keys.file.tracked(),
                      accepts_tokens(spec)};
  if (!auth.jwt) return resolved;
  const spec::Jwt& jwt = *auth.jwt;
  if (jwt.jwks) resolved.jwks = resolve_jwks(*jwt.jwks, cluster, diagnostics);
  resolved.user_claim = resolve_optional(jwt.user_claim);
  if (jwt.max_lifetime) resolved.max_lifetime = resolve_seconds(jwt.max_lifetime);
  resolved.user_tokens = jwt.user_tokens.tracked();
  for (const spec::ServiceToken& token : jwt.service_tokens) {
    const plan::Text secret = object_name(cluster, "token-" + *token.name);
    resolved.service_tokens.push_back(
        {{*secret, secret.origin | token.name.origin}, token.user.tracked(), resolve_seconds(token.lifetime)});
  }
  return resolved;
}

plan::Images resolve_images(const spec::ClusterSpec& spec) {
  const auto& [images, target] = std::tie(spec.images, spec.target);
  std::optional<plan::Text> jail;
  if (spec.jail && *spec.jail->populate.policy != "Never") jail = image("jail", images.jail, images, target);
  return {image("slurmctld", images.slurmctld, images, target),
          image("slurmd", images.slurmd, images, target),
          image("slurmdbd", images.slurmdbd, images, target),
          image("slurmrestd", images.slurmrestd, images, target),
          image("login", images.login, images, target),
          image("tools", images.tools, images, target),
          mariadb_image(images.mariadb),
          std::move(jail),
          images.pull_policy.tracked(),
          resolve_texts(images.pull_secrets),
          resolve_optional(images.plugin_list),
          !images.slurmctld.repository && !images.slurmd.repository,
          !images.slurmdbd.repository};
}

}  // namespace skiff
