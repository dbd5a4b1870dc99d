#include <unistd.h>

#include <algorithm>
#include <memory>

#include "cli/io.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "keys/secrets.h"
#include "text/join.h"
#include "text/quote.h"

namespace skiff::cli {
namespace {

using plan::NamedSecret;
using plan::SecretUse;

struct Options {
  std::string spec, only;
  bool for_git = false;
};

std::string contents_of(const NamedSecret& secret) {
  switch (secret.use) {
    case SecretUse::external_password:
      return "the password of the external database";
    case SecretUse::database_ca:
      return "the certificates of the database's authorities";
    case SecretUse::database_client:
      return "the certificate and key for the database (kubectl create secret tls)";
    case SecretUse::signed_host_keys:
      return "the SSH host keys and their certificates for " + secret.owner;
    case SecretUse::pam:
      return "the lines of PAM for " + secret.owner;
    case SecretUse::revoked_keys:
      return "the revoked SSH keys of " + secret.owner;
    case SecretUse::root_keys:
      return "the public keys that may log in as root on " + secret.owner;
    case SecretUse::registry:
      return "the registry's credentials";
    case SecretUse::csi:
      return "the credentials of the volume " + secret.owner;
    case SecretUse::users:
      return "the files passwd, group and authorized_keys of the users";
    case SecretUse::directory_password:
      return "the password of the directory";
    case SecretUse::directory_ca:
      return "the certificates of the directory's authorities";
    case SecretUse::sssd_conf:
      return "the file sssd.conf";
    default:
      return "the files of the volume " + secret.owner;
  }
}

void list_others(const std::vector<NamedSecret>& secrets) {
  for (const NamedSecret& secret : secrets)
    if (!can_make(secret.use))
      say("Secret " + *secret.name + " is not in the output: create it with " + contents_of(secret) +
          (secret.optional ? " (optional)" : ""));
}

/// Keeps only the Secret of this name. Returns why that is impossible; "" if it is not.
std::string keep_only(std::vector<NamedSecret>& secrets, const std::string& name) {
  std::vector<std::string> names;
  for (const NamedSecret& secret : secrets)
    if (can_make(secret.use) && std::ranges::find(names, *secret.name) == names.end()) names.push_back(*secret.name);
  if (std::ranges::find(names, name) == names.end())
    return "--secret " + quote(name) + ": must be one of " + joined(names, ", ");
  std::erase_if(secrets, [&](const NamedSecret& secret) { return *secret.name != name || !can_make(secret.use); });
  return {};
}

int run(const Options& options, const Common& common) {
  if (isatty(STDOUT_FILENO)) {
    say("the output has secret values, and standard output is a terminal: pipe it into `kubectl create --filename=-`");
    return trouble;
  }
  const Session session = compile_spec(options.spec, common);
  if (session.exit) return session.exit;
  std::vector<NamedSecret> secrets = session.compilation.secrets;
  if (!options.only.empty()) {
    if (const std::string problem = keep_only(secrets, options.only); !problem.empty()) {
      say(problem);
      return trouble;
    }
  }
  if (!common.quiet) list_others(secrets);
  return write_output(secret_stream(make_secrets(secrets), session.compilation.ns, !options.for_git)) ? good : trouble;
}

}  // namespace

Action keys(Arguments& arguments, const Common& common) {
  const auto options = std::make_shared<Options>();
  arguments.operand("SPEC", options->spec, "The spec, or - for standard input");
  arguments.option("--secret", options->only, "NAME", "Make only this Secret");
  arguments.flag("--for-git", options->for_git,
                 "Make Secrets that can be applied more than once, for tools that encrypt them and keep them in Git");
  return [options, &common] { return run(*options, common); };
}

}  // namespace skiff::cli
