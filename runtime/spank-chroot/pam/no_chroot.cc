// PAM module of login nodes. sshd moves a session into the jail with chroot(2), so a root user in the session could leave
// it with another chroot(2). After this module nothing that the session starts can call it, not even root. Because sshd
// itself can, root in the session also lacks a capability that sshd has, and cannot reach the node's root through
// /proc/PID/root (ptrace(2), access mode checking). Nor has the session other capabilities that only sshd needs, such as
// that to mount, with which pam_namespace gives each user another /tmp. The module must be the last one of the session:
// what an earlier one starts outside the jail keeps the capabilities and stays out of reach in the same way.
#include <linux/capability.h>
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <sys/prctl.h>
#include <syslog.h>

#include <cstdlib>
#include <exception>
#include <string>

#include "enter/confine.h"
#include "plan/login_capabilities.h"
#include "text/failure.h"

#define EXPORT __attribute__((visibility("default")))

extern "C" {

EXPORT int pam_sm_open_session(pam_handle_t* pam, int, int, const char**) {
  // An sshd without these capabilities is in a pod without a jail, and has nothing that a session must not have.
  if (prctl(PR_CAPBSET_READ, CAP_SETPCAP, 0, 0, 0) != 1 && prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) != 1)
    return PAM_SUCCESS;
  try {
    const auto kept = jail::session_capabilities(std::getenv(jail::login_variable));
    if (!kept) throw jail::Failure(std::string(jail::login_variable) + " of sshd is no number");
    jail::limit_programs(*kept);
    return PAM_SUCCESS;
  } catch (const std::exception& failure) {
    pam_syslog(pam, LOG_ERR, "%s", failure.what());
  }
  return PAM_SESSION_ERR;
}

EXPORT int pam_sm_close_session(pam_handle_t*, int, int, const char**) { return PAM_SUCCESS; }

}  // extern "C"
