#!/usr/bin/env bash
# Sourced by tests of a compiled jail: the programs that the images bring for it.
# shellcheck disable=SC2154 # here, said: the test, labs.sh

# Copies into FOLDER the jail's plugin and PAM module, its login program, and the program that collects Slurm's commands: jail_parts RELEASE FOLDER
jail_parts() {
  lab_ask "$here/../jail/build.sh" "$1" || return 1
  mkdir "$2"
  cp "${said##* }"/{spank_chroot.so,pam_spank_chroot.so,jail-login} "$here/../../images/runtime/collect" "$2/"
}
