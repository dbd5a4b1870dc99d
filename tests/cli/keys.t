The Secrets that skiff can make are on standard output, and the others on standard error. Their values differ each time.

  $ cat >cluster.yaml <<SPEC
  > apiVersion: skiff/v1alpha1
  > kind: SlurmCluster
  > metadata: {name: atlas, namespace: hpc}
  > spec:
  >   images: {registry: registry.example.com/skiff, pullSecrets: [regcred]}
  >   storage: {licenses: {secret: {secretName: licenses, optional: true}}}
  >   mounts: [{storage: licenses, path: /opt/licenses, readOnly: true}]
  >   accounting: {database: {external: {host: db.example.com}, passwordSecret: {name: db}}}
  >   nodeSets: [{name: cpu, replicas: 1, hardware: {cpus: 1, memory: 2Gi}}]
  >   login: [{name: login, rootKeys: {secretName: admin-keys}}]
  > SPEC
  $ skiff keys cluster.yaml >secrets.yaml
  skiff: Secret regcred is not in the output: create it with the registry's credentials
  skiff: Secret licenses is not in the output: create it with the files of the volume licenses (optional)
  skiff: Secret db is not in the output: create it with the password of the external database
  skiff: Secret admin-keys is not in the output: create it with the public keys that may log in as root on the login set login
  $ sed -E 's/: "?[A-Za-z0-9+\/=]{40,}"?$/: VALUE/; s/uid: .*/uid: UID/' secrets.yaml
  apiVersion: v1
  kind: Secret
  metadata:
    name: slurm-keys
    namespace: hpc
    # Ignored when the Secret is created. If it exists, `kubectl apply` fails instead of replacing it.
    uid: UID
  type: Opaque
  data:
    slurm.key: VALUE
  ---
  apiVersion: v1
  kind: Secret
  metadata:
    name: ssh-host-keys
    namespace: hpc
    # Ignored when the Secret is created. If it exists, `kubectl apply` fails instead of replacing it.
    uid: UID
  type: Opaque
  data:
    ssh_host_ed25519_key: VALUE
    ssh_host_ed25519_key.pub: VALUE
  $ skiff keys --quiet cluster.yaml >secrets.yaml

Only one of them:

  $ skiff keys --secret ssh-host-keys cluster.yaml | grep '  name:'
    name: ssh-host-keys
  $ skiff keys --secret regcred cluster.yaml
  skiff: --secret "regcred": must be one of slurm-keys, ssh-host-keys
  [2]

Host keys with certificates, which an authority of the site signs. Two login sets share them:

  $ sed -E 's/^  login:.*/  login: [{name: login, hostKeys: {certificates: true}}, {name: transfer}]/' cluster.yaml >signed.yaml
  $ skiff keys signed.yaml 2>&1 >secrets.yaml | grep 'host keys'
  skiff: Secret ssh-host-keys is not in the output: create it with the SSH host keys and their certificates for the login set login
  skiff: Secret ssh-host-keys is not in the output: create it with the SSH host keys and their certificates for the login set transfer
  $ grep '  name:' secrets.yaml
    name: slurm-keys

Host keys of the workers, which are not those of the login pods:

  $ sed -E 's/^spec:/spec:\n  nodeSsh: {hostKeys: {types: [ed25519, rsa]}}/' cluster.yaml >node-ssh.yaml
  $ skiff keys --quiet --secret ssh-node-keys node-ssh.yaml | grep -oE '  (name: .*|ssh_[a-z0-9_]+(.pub)?):?' | sort
    name: ssh-node-keys
    ssh_host_ed25519_key.pub:
    ssh_host_ed25519_key:
    ssh_host_rsa_key.pub:
    ssh_host_rsa_key:

Without a uid, for a tool that applies the same Secret again:

  $ skiff keys --quiet --for-git cluster.yaml | grep -c uid
  0
  [1]
