# sshd_config, made by skiff. Edit the spec, not this file.

Port 22
HostKey /etc/ssh/host-keys/ssh_host_ed25519_key
HostKey /etc/ssh/host-keys/ssh_host_rsa_key
PidFile none

# How users prove who they are. PAM checks passwords, and opens the session.
UsePAM yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin no

X11Forwarding yes
PrintMotd no
AcceptEnv LANG LC_*
ClientAliveInterval 60
ClientAliveCountMax 10
MaxStartups 100:30:300
Subsystem sftp internal-sftp

# From `sshd` in the spec.
MaxSessions 20
