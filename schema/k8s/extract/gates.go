package main

import (
	"slices"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	_ "k8s.io/kubernetes/pkg/features" // registers the gates with their defaults
)

// gates lists the fields, and enum values as FIELD=VALUE, that have a feature gate. A server whose gate is off drops such a field without an
// error. So the table has a field only for the versions in which its gate is on by default. The list was made from the drop...Disabled...
// functions of the server's strategies.
var gates = map[string]featuregate.Feature{
	"apps.v1.RollingUpdateStatefulSetStrategy.maxUnavailable":      "MaxUnavailableStatefulSet",
	"apps.v1.StatefulSetSpec.ordinals":                             "StatefulSetStartOrdinal",
	"apps.v1.StatefulSetSpec.persistentVolumeClaimRetentionPolicy": "StatefulSetAutoDeletePVC",
	"batch.v1.JobSpec.backoffLimitPerIndex":                        "JobBackoffLimitPerIndex",
	"batch.v1.JobSpec.managedBy":                                   "JobManagedBy",
	"batch.v1.JobSpec.maxFailedIndexes":                            "JobBackoffLimitPerIndex",
	"batch.v1.JobSpec.podFailurePolicy":                            "JobPodFailurePolicy",
	"batch.v1.JobSpec.podReplacementPolicy":                        "JobPodReplacementPolicy",
	"batch.v1.JobSpec.successPolicy":                               "JobSuccessPolicy",
	"core.v1.Container.resizePolicy":                               "InPlacePodVerticalScaling",
	"core.v1.Container.restartPolicy":                              "SidecarContainers",
	"core.v1.Container.restartPolicyRules":                         "ContainerRestartRules",
	"core.v1.EnvVarSource.fileKeyRef":                              "EnvFiles",
	"core.v1.EphemeralContainer.resizePolicy":                      "InPlacePodVerticalScaling",
	"core.v1.EphemeralContainer.restartPolicyRules":                "ContainerRestartRules",
	"core.v1.Lifecycle.stopSignal":                                 "ContainerStopSignals",
	"core.v1.LifecycleHandler.sleep":                               "PodLifecycleSleepAction",
	"core.v1.PersistentVolumeClaimSpec.dataSourceRef":              "AnyVolumeDataSource",
	"core.v1.PersistentVolumeClaimSpec.volumeAttributesClassName":  "VolumeAttributesClass",
	"core.v1.PodAffinityTerm.matchLabelKeys":                       "MatchLabelKeysInPodAffinity",
	"core.v1.PodAffinityTerm.mismatchLabelKeys":                    "MatchLabelKeysInPodAffinity",
	"core.v1.PodSecurityContext.appArmorProfile":                   "AppArmorFields",
	"core.v1.PodSecurityContext.seLinuxChangePolicy":               "SELinuxChangePolicy",
	"core.v1.PodSecurityContext.supplementalGroupsPolicy":          "SupplementalGroupsPolicy",
	"core.v1.PodSpec.hostUsers":                                    "UserNamespacesSupport",
	"core.v1.PodSpec.hostnameOverride":                             "HostnameOverride",
	"core.v1.PodSpec.resourceClaims":                               "DynamicResourceAllocation",
	"core.v1.PodSpec.resources":                                    "PodLevelResources",
	"core.v1.PodSpec.schedulingGroup":                              "GenericWorkload",
	"core.v1.PodSpec.workloadRef":                                  "GenericWorkload",
	"core.v1.ResourceRequirements.claims":                          "DynamicResourceAllocation",
	"core.v1.SecurityContext.appArmorProfile":                      "AppArmorFields",
	"core.v1.SecurityContext.procMount":                            "ProcMountType",
	"core.v1.ServiceSpec.trafficDistribution":                      "ServiceTrafficDistribution",
	"core.v1.Toleration.operator=Gt":                               "TaintTolerationComparisonOperators",
	"core.v1.Toleration.operator=Lt":                               "TaintTolerationComparisonOperators",
	"core.v1.TopologySpreadConstraint.matchLabelKeys":              "MatchLabelKeysInPodTopologySpread",
	"core.v1.TopologySpreadConstraint.nodeAffinityPolicy":          "NodeInclusionPolicyInPodTopologySpread",
	"core.v1.TopologySpreadConstraint.nodeTaintsPolicy":            "NodeInclusionPolicyInPodTopologySpread",
	"core.v1.TypedObjectReference.namespace":                       "CrossNamespaceVolumeDataSource",
	"core.v1.Volume.image":                                         "ImageVolume",
	"core.v1.VolumeMount.recursiveReadOnly":                        "RecursiveReadOnlyMounts",
	"core.v1.VolumeProjection.clusterTrustBundle":                  "ClusterTrustBundleProjection",
	"core.v1.VolumeProjection.podCertificate":                      "PodCertificateRequest",
	"policy.v1.PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy": "PDBUnhealthyPodEvictionPolicy",
}

// gateOff returns the feature gate of a field or value if this version has it off by default, else "".
func gateOff(what string) string {
	gate, gated := gates[what]
	if !gated {
		return ""
	}
	// If this version does not have the gate, the field was added or became permanent together with it.
	if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()[gate]; !known || utilfeature.DefaultFeatureGate.Enabled(gate) {
		return ""
	}
	return string(gate)
}

// ungated removes the values whose gate is off by default.
func (t *Table) ungated(what string, values []string) []string {
	return slices.DeleteFunc(values, func(value string) bool {
		gate := gateOff(what + "=" + value)
		if gate != "" {
			t.Gated[what+"="+value] = gate
		}
		return gate != ""
	})
}
