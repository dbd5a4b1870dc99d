# sshd_config, made by skiff. Edit the spec, not this file.

Port 22
HostKey /etc/ssh/host-keys/ssh_host_ed25519_key
PidFile none

# How users prove who they are. PAM checks passwords, and opens the session.
UsePAM yes
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password

X11Forwarding no
PrintMotd no
AcceptEnv LANG LC_*
ClientAliveInterval 60
ClientAliveCountMax 10
MaxStartups 100:30:300
Subsystem sftp internal-sftp

# The keys that may log in as root. Everything below `Match` applies only to root.
Match User root
  AuthorizedKeysCommand /usr/bin/cat /etc/ssh/root-keys/authorized_keys
  AuthorizedKeysCommandUser root
