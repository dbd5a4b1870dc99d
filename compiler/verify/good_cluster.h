#pragma once

#include <string>

#include "verify/fixture.h"

// A small cluster without errors, for tests that break one thing in it.

namespace skiff {

inline const std::string good_objects = R"(
apiVersion: v1
kind: Namespace
metadata: {name: slurm, labels: {pod-security.kubernetes.io/enforce: privileged}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: atlas-slurmctld}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: atlas-slurmctld}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: atlas-slurmctld}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: atlas-slurmctld}
subjects: [{kind: ServiceAccount, name: atlas-slurmctld, namespace: slurm}]
---
apiVersion: v1
kind: Service
metadata: {name: atlas-slurmctld}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: controller}
  ports: [{name: slurmctld, port: 6817, targetPort: slurmctld}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: atlas-slurmctld}
spec:
  replicas: 1
  serviceName: atlas-slurmctld
  selector: {matchLabels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: controller}}
  template:
    metadata: {labels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: controller}}
    spec:
      serviceAccountName: atlas-slurmctld
      imagePullSecrets: [{name: regcred}]
      securityContext:
        {runAsNonRoot: true, runAsUser: 64030, runAsGroup: 64030, fsGroup: 64030, seccompProfile: {type: RuntimeDefault}}
      containers:
        - name: slurmctld
          image: registry.example.com/skiff/slurmctld:24.11-1
          securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
          env: [{name: SLURM_CONF, value: /etc/slurm/slurm.conf}]
          ports: [{name: slurmctld, containerPort: 6817}]
          startupProbe: {tcpSocket: {port: slurmctld}}
          resources: {requests: {cpu: "4", memory: 16Gi}, limits: {memory: 16Gi}}
          volumeMounts:
            - {name: config, mountPath: /etc/slurm, readOnly: true}
            - {name: scripts, mountPath: /etc/skiff/scripts}
            - {name: state, mountPath: /var/spool/slurmctld}
      volumes:
        - name: config
          projected:
            sources:
              - configMap: {name: atlas-slurm-config}
              - secret: {name: slurm-keys, items: [{key: slurm.key, path: slurm.key}]}
        - {name: scripts, configMap: {name: atlas-scripts, defaultMode: 493}}
  volumeClaimTemplates:
    - metadata: {name: state}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 20Gi}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: h100}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: nodeset-h100}}
---
apiVersion: v1
kind: Service
metadata: {name: h100}
spec:
  clusterIP: None
  selector: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: nodeset-h100}
  ports: [{name: slurmd, port: 6818}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: h100}
spec:
  replicas: 4
  serviceName: h100
  selector: {matchLabels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: nodeset-h100}}
  template:
    metadata: {labels: {app.kubernetes.io/instance: atlas, app.kubernetes.io/component: nodeset-h100}}
    spec:
      containers:
        - name: slurmd
          image: registry.example.com/skiff/slurmd:24.11-1
          securityContext: {privileged: true}
          env:
            - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
          ports: [{name: slurmd, containerPort: 6818}]
          resources: {limits: {cpu: "96", memory: 1900Gi, nvidia.com/gpu: 8}}
          volumeMounts:
            - {name: spool, mountPath: /var/spool/slurmd}
            - {name: jail, mountPath: /mnt/jail}
            - {name: keys, mountPath: /etc/slurm-keys}
      volumes:
        - {name: spool, emptyDir: {}}
        - {name: jail, persistentVolumeClaim: {claimName: jail}}
        - {name: keys, secret: {secretName: slurm-keys, items: [{key: slurm.key, path: slurm.key}]}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: jail}
spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 2Ti}}}
)";

inline const std::string good_slurm_conf = R"(
ClusterName=atlas
SlurmctldHost=atlas-slurmctld-0(atlas-slurmctld-0.atlas-slurmctld.slurm.svc.cluster.local)
SlurmctldPort=6817
SlurmdPort=6818
GresTypes=gpu
ResumeProgram=/etc/skiff/scripts/power-resume.sh
SuspendExcNodes=h100-[0-3]
NodeName=h100-[0-3] NodeAddr=h100-[0-3].h100.slurm.svc.cluster.local CPUs=96 RealMemory=1900000 Gres=gpu:h100:8 State=CLOUD
NodeSet=gpus Feature=ib
PartitionName=main Nodes=h100-[0-3] Default=YES MaxTime=7-00:00:00 DefaultTime=01:00:00
PartitionName=all Nodes=gpus Default=NO
)";

inline const std::string good_gres_conf = "NodeName=h100-[0-3] Name=gpu Type=h100 File=/dev/nvidia[0-7]\n";

/// The arguments are the texts above, or broken copies of them.
inline Fixture good_cluster(const std::string& objects = good_objects, const std::string& slurm = good_slurm_conf,
                            const std::string& gres = good_gres_conf) {
  Fixture fixture(objects);
  fixture.add_conf("slurm/slurm.conf", slurm);
  fixture.add_conf("slurm/gres.conf", gres);
  fixture.secrets = {{"slurm-keys", {"slurm.key", "jwt_hs256.key"}}, {"regcred"}};
  fixture.config_maps = {{"atlas-slurm-config", {{"slurm.conf", 4000}, {"gres.conf", 100}}, {}},
                         {"atlas-scripts", {{"power-resume.sh", 500}}, {}}};
  return fixture;
}

}  // namespace skiff
