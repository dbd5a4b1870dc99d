#include <gtest/gtest.h>

#include "testing/plan.h"

// The exporter, and the files with the jobs of GPUs: volume, programs and parameters.

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::has;
using testing::output_of;

std::string spec(const std::string& more) {
  return cluster_spec(
      "  nodeSets:\n    - {name: cpu, replicas: 4, hardware: {cpus: 32, memory: 120Gi}}\n"
      "    - {name: gpu, replicas: 2, hardware: dgx/h100}\n"
      "    - {name: amd, replicas: 2, hardware: {cpus: 8, memory: 32Gi}, gpus: {type: mi300x, count: 8}}\n" +
      more);
}

constexpr const char* prolog = "scripts/hook-prolog.";
constexpr const char* epilog = "scripts/hook-epilog.";

/// The command of a hook's program, or "" if there is none.
std::string command(const std::string& text, const std::string& file) {
  const std::string program = output_of(text, file);
  const auto at = program.find("exec ");
  return at == program.npos ? program : program.substr(at + 5, program.find(' ', at + 5) - at - 5);
}

TEST(GpuJobs, AreWrittenOnNodesWithNvidiaGpus) {
  const std::string text = spec("  monitoring: {gpuJobs: {}}\n");
  const std::string volume =
      "      - name: gpu-jobs\n"
      "        hostPath:\n"
      "          path: /var/lib/dcgm-exporter/job-mapping\n";
  const std::string mount =
      "        - name: gpu-jobs\n"
      "          mountPath: /run/skiff/gpu-jobs\n";
  EXPECT_TRUE(has(output_of(text, "k8s/nodeset-gpu.yaml"), volume));
  EXPECT_TRUE(has(output_of(text, "k8s/nodeset-gpu.yaml"), mount));
  for (const char* other : {"k8s/nodeset-cpu.yaml", "k8s/nodeset-amd.yaml", "k8s/controller.yaml"})
    EXPECT_FALSE(has(output_of(text, other), "gpu-jobs")) << other;
  EXPECT_TRUE(has(output_of(spec("  monitoring: {gpuJobs: {hostPath: /run/jobs}}\n"), "k8s/nodeset-gpu.yaml"),
                  "          path: /run/jobs\n"));
}

TEST(GpuJobs, AreOnlyThereIfTheSpecHasThem) {
  const std::string none = spec("");
  EXPECT_FALSE(has(output_of(none, "k8s/nodeset-gpu.yaml"), "gpu-jobs"));
  EXPECT_EQ(output_of(none, "scripts/gpu-jobs.sh"), "");
  EXPECT_NE(output_of(spec("  monitoring: {gpuJobs: {}}\n"), "scripts/gpu-jobs.sh"), "");
}

TEST(GpuJobs, AHostPathNeedsPrivilegedPods) {
  const std::string limited = "  target: {cgroup: disabled}\n";
  EXPECT_TRUE(has(output_of(spec(limited), "k8s/namespace.yaml"), "enforce: baseline\n"));
  EXPECT_TRUE(
      has(output_of(spec(limited + "  monitoring: {gpuJobs: {}}\n"), "k8s/namespace.yaml"), "enforce: privileged\n"));
}

TEST(GpuJobs, AreWrittenAfterTheLastProgramOfPrologAndBeforeTheFirstOfEpilog) {
  const std::string program = "/etc/skiff/scripts/gpu-jobs.sh";
  const std::string alone = spec("  monitoring: {gpuJobs: {}}\n");
  for (const char* hook : {prolog, epilog}) EXPECT_EQ(command(alone, hook + std::string("00.0")), program);
  const std::string conf = output_of(alone, "slurm/slurm.conf");
  EXPECT_TRUE(has(conf, "Prolog=/etc/skiff/scripts/hook-prolog\n"));
  EXPECT_TRUE(has(conf, "Epilog=/etc/skiff/scripts/hook-epilog\n"));

  const std::string all = spec(
      "  health: {}\n  monitoring: {gpuJobs: {}}\n"
      "  slurm: {scripts: {prolog: [{path: /opt/prolog}], epilog: [{path: /opt/epilog}]}}\n");
  const auto order = [&](const std::string& hook) {
    return command(all, hook + "00.0") + ' ' + command(all, hook + "01.0") + ' ' + command(all, hook + "02.0");
  };
  EXPECT_EQ(order(prolog), "/usr/libexec/skiff/skiff-health-prolog /opt/prolog " + program);
  EXPECT_EQ(order(epilog), program + " /opt/epilog /usr/libexec/skiff/skiff-health-epilog");
}

TEST(Metrics, AreServedByAContainerOfSlurmctldsPod) {
  const std::string pod = output_of(spec("  monitoring: {}\n"), "k8s/controller.yaml");
  EXPECT_TRUE(has(pod,
                  "        command:\n"
                  "        - /usr/libexec/skiff/skiff-exporter\n"
                  "        - \"9341\"\n"
                  "        - \"30\"\n"
                  "        - \"80\"\n"
                  "        - text\n"
                  "        ports:\n"
                  "        - name: metrics\n"
                  "          containerPort: 9341\n"));
  const std::string other = output_of(
      spec("  controller: {sidecar: {logFormat: json}}\n  monitoring: {metrics: {port: 9100, interval: 2m}}\n"),
      "k8s/controller.yaml");
  EXPECT_TRUE(has(other,
                  "        - \"9100\"\n"
                  "        - \"120\"\n"
                  "        - \"80\"\n"
                  "        - json\n"));
  EXPECT_TRUE(has(other, "          containerPort: 9100\n"));
}

TEST(Metrics, AreOnlyThereIfTheSpecAsksForThem) {
  const std::string none = spec("");
  for (const char* file : {"k8s/controller.yaml", "slurm/slurm.conf"}) {
    EXPECT_EQ(output_of(spec("  monitoring: {metrics: {enabled: false}}\n"), file), output_of(none, file)) << file;
    EXPECT_FALSE(has(output_of(none, file), "etrics")) << file;
  }
}

TEST(Scrape, NothingIsWrittenUnlessTheSpecAsksForIt) {
  EXPECT_EQ(output_of(spec("  monitoring: {}\n"), "k8s/monitoring.yaml"), "");
  const std::string pod = output_of(spec("  monitoring: {}\n"), "k8s/controller.yaml");
  for (const char* part : {"prometheus.io", "port: 9341"}) EXPECT_FALSE(has(pod, part)) << part;
}

std::string metrics(const std::string& fields) { return spec("  monitoring: {metrics: {" + fields + "}}\n"); }

TEST(Scrape, AnnotationsAreThoseOfSlurmctldsPod) {
  const std::string text = metrics("port: 9100, scrape: {annotations: true}");
  EXPECT_TRUE(has(output_of(text, "k8s/controller.yaml"),
                  "        prometheus.io/scrape: \"true\"\n"
                  "        prometheus.io/port: \"9100\"\n"
                  "        prometheus.io/path: /metrics\n"));
  EXPECT_EQ(output_of(text, "k8s/monitoring.yaml"), "");
}

TEST(Scrape, AnnotationsReplaceThoseOfTheSpec) {
  std::string text = metrics("scrape: {annotations: true}");
  text.replace(text.find("metadata: {"), 11, "metadata: {annotations: {prometheus.io/port: \"1\"}, ");
  const std::string pod = output_of(text, "k8s/controller.yaml");
  EXPECT_TRUE(has(pod, "        prometheus.io/port: \"9341\"\n"));
  EXPECT_FALSE(has(pod, "        prometheus.io/port: \"1\"\n"));
}

// The endpoints of a monitor: port, path and interval of each.
std::string endpoints(const std::string& text) {
  const std::string file = output_of(text, "k8s/monitoring.yaml");
  std::string found;
  for (std::size_t at = 0; (at = file.find("  - port: ", at)) != file.npos;) {
    at += 10;
    const auto rest = [&](const char* key) {
      const auto from = file.find(key, at) + std::string_view(key).size();
      return file.substr(from, file.find('\n', from) - from);
    };
    found += file.substr(at, file.find('\n', at) - at) + rest("path: ") + ' ' + rest("interval: ") + '\n';
  }
  return found;
}

TEST(Scrape, APodMonitorHasAllMetricsOfThePod) {
  const std::string fields = "interval: 1m, scrape: {podMonitor: {labels: {release: prometheus}}}";
  const std::string file = output_of(metrics(fields), "k8s/monitoring.yaml");
  EXPECT_TRUE(has(file, "kind: PodMonitor\n"));
  EXPECT_TRUE(has(file, "    release: prometheus\nspec:\n"));
  EXPECT_EQ(endpoints(metrics(fields)), "metrics/metrics 60s\n");
  EXPECT_FALSE(has(output_of(metrics(fields), "k8s/controller.yaml"), "port: 9341")) << "its Service has no such port";

  std::string newer = metrics(fields);
  newer.insert(newer.find("  monitoring:"), "  target: {slurm: \"25.11\"}\n");
  EXPECT_EQ(endpoints(newer),
            "metrics/metrics 60s\n"
            "slurmctld/metrics/jobs 60s\n"
            "slurmctld/metrics/jobs-users-accts 60s\n"
            "slurmctld/metrics/nodes 60s\n"
            "slurmctld/metrics/partitions 60s\n"
            "slurmctld/metrics/scheduler 60s\n");
  newer.insert(newer.find("interval: 1m"), "native: false, ");
  EXPECT_EQ(endpoints(newer), "metrics/metrics 60s\n");
}

TEST(Scrape, AMonitorHasNoMetricsThatSlurmctldRefuses) {
  const auto native = [](const std::string& config) {
    return has(endpoints(metrics("scrape: {podMonitor: {}}") + "  target: {slurm: \"26.05\"}\n  slurm: {config: {" +
                         config + "}}\n"),
               "slurmctld/metrics/jobs 30s\n");
  };
  EXPECT_TRUE(native("MaxArraySize: 10"));
  EXPECT_FALSE(native("privatedata: [jobs, usage]"));
  EXPECT_FALSE(native("MetricsAuthUsers: alice"));
  EXPECT_TRUE(native("PrivateData: jobs, MetricsParameters: ignore_private_data"));
  EXPECT_FALSE(native("PrivateData: jobs, MetricsParameters: ignore_private_data, MetricsAuthUsers: alice"));
}

TEST(Scrape, AServiceMonitorNeedsAPortOfTheService) {
  const std::string text = metrics("port: 9100, scrape: {serviceMonitor: {}}");
  EXPECT_EQ(endpoints(text), "metrics/metrics 30s\n");
  EXPECT_TRUE(has(output_of(text, "k8s/monitoring.yaml"), "kind: ServiceMonitor\n"));
  EXPECT_TRUE(has(output_of(text, "k8s/controller.yaml"),
                  "  - name: metrics\n"
                  "    port: 9100\n"
                  "    targetPort: metrics\n"));
}

TEST(Scrape, OnlyPeersReachTheExporterAndEveryoneSlurmctld) {
  const std::string text = output_of(
      metrics("port: 9100, allowFrom: [{namespace: mon, podLabels: {a: b}}, {namespace: all}, {podLabels: {c: d}}, "
              "{cidr: 10.0.0.0/8}]"),
      "k8s/monitoring.yaml");
  EXPECT_TRUE(has(text,
                  "  ingress:\n"
                  "  # The clients of slurmctld authenticate, and some may be outside of Kubernetes.\n"
                  "  - ports:\n"
                  "    - protocol: TCP\n"
                  "      port: 6817\n"
                  "  # Metrics have no authentication.\n"
                  "  - from:\n"
                  "    - namespaceSelector:\n"
                  "        matchLabels:\n"
                  "          kubernetes.io/metadata.name: mon\n"
                  "      podSelector:\n"
                  "        matchLabels:\n"
                  "          a: b\n"
                  "    - namespaceSelector:\n"
                  "        matchLabels:\n"
                  "          kubernetes.io/metadata.name: all\n"
                  "    - podSelector:\n"
                  "        matchLabels:\n"
                  "          c: d\n"
                  "    - ipBlock:\n"
                  "        cidr: \"10.0.0.0/8\"\n"
                  "    ports:\n"
                  "    - protocol: TCP\n"
                  "      port: 9100\n"));
}

std::string alerts(const std::string& fields, const std::string& more = "") {
  return output_of(spec(more + "  monitoring: {alerts: {" + fields + "}}\n"), "monitoring/alerts.yaml");
}

TEST(Alerts, AreInAFileAndOnRequestInAPrometheusRule) {
  const std::string file = alerts("");
  EXPECT_TRUE(has(file,
                  "groups:\n"
                  "- name: slurm\n"
                  "  rules:\n"
                  "  - alert: SlurmctldSilent\n"
                  "    expr: skiff_slurmctld_up{app_kubernetes_io_instance=\"atlas\",namespace=\"slurm\"} == 0\n"));
  EXPECT_FALSE(has(file, "runbook_url"));
  EXPECT_EQ(output_of(spec("  monitoring: {alerts: {}}\n"), "k8s/monitoring.yaml"), "");

  const std::string rule = output_of(
      spec("  monitoring: {alerts: {prometheusRule: {labels: {release: prometheus}}}}\n"), "k8s/monitoring.yaml");
  EXPECT_TRUE(has(rule, "kind: PrometheusRule\n"));
  EXPECT_TRUE(has(rule, "    release: prometheus\nspec:\n  groups:\n  - name: slurm\n"));
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find("- alert: ", at)) != text.npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count(rule), count(file));
}

TEST(Alerts, HaveTheAddressOfTheirRunbook) {
  EXPECT_TRUE(has(alerts("runbooks: \"https://example.com/alerts#\""),
                  "      runbook_url: https://example.com/alerts#slurmctldsilent\n"));
}

TEST(Alerts, AreThereOnlyIfTheyCanFire) {
  const std::string elastic =
      "    - {name: burst, scaling: {mode: elastic, max: 3}, hardware: {cpus: 2, memory: 2Gi}}\n";
  const std::string database =
      "  accounting: {database: {passwordSecret: {name: db}, external: {host: db.example.com}}}\n";
  const std::string benchmarks =
      "  health: {benchmarks: [{name: nccl, kind: nccl-all-reduce, nodeSets: [gpu], schedule: \"0 2 * * *\", floor: 1 "
      "GB/s}]}\n";
  const auto only_with = [&](const char* alert, const std::string& part) {
    const std::string line = std::string("- alert: ") + alert + "\n";
    EXPECT_FALSE(has(alerts(""), line)) << alert;
    EXPECT_TRUE(has(alerts("", part), line)) << alert;
    EXPECT_FALSE(has(alerts(std::string("disabled: [") + alert + "]", part), line)) << alert;
  };
  only_with("SlurmElasticPodsMissing", elastic);
  only_with("SlurmDatabaseAway", database);
  only_with("SlurmServiceTokenExpires", "  auth: {jwt: {serviceTokens: [{name: portal, user: portal}]}}\n");
  only_with("SlurmNodeCheckFailed", "  health: {}\n");
  only_with("SlurmBenchmarkBelowFloor", benchmarks);
  EXPECT_TRUE(has(alerts("", benchmarks), ",level=\"critical\",check!~\"nccl\"} == 1\n"));
  EXPECT_TRUE(has(alerts("", "  health: {}\n"), ",level=\"critical\",check!~\"\"} == 1\n"));
}

TEST(Alerts, WatchTheVolumesOfTheCluster) {
  const auto watches = [](const std::string& text, const std::string& claims) {
    return has(text, "_available_bytes{namespace=\"slurm\",persistentvolumeclaim=~\"" + claims + "\"} /");
  };
  EXPECT_TRUE(watches(alerts(""), "state-atlas-slurmctld-0"));
  EXPECT_TRUE(watches(alerts("", "  controller: {state: {existingClaim: mine}}\n"), "mine"));
  EXPECT_TRUE(watches(alerts("", "  accounting: {database: {passwordSecret: {name: db}, mariadb: {size: 1Gi}}}\n"),
                      "state-atlas-slurmctld-0|data-atlas-mariadb-0"));
}

// The limit of squeue, and that of the container.
std::string memory(const std::string& more) {
  const std::string pod = output_of(spec(more + "  monitoring: {}\n"), "k8s/controller.yaml");
  const auto line = [&](const char* before) {
    const auto at = pod.find(before) + std::string_view(before).size();
    return pod.substr(at, pod.find('\n', at) - at);
  };
  const std::string container = pod.substr(pod.find("- name: exporter"));
  const auto limit = container.find("limits:\n            memory: ") + 28;
  return line("- \"30\"\n        - ") + " " + container.substr(limit, container.find('\n', limit) - limit);
}

TEST(Metrics, HaveMemoryForTheJobsThatSlurmctldMayHave) {
  EXPECT_EQ(memory(""), "\"80\" 128Mi");
  EXPECT_EQ(memory("  slurm: {config: {MaxJobCount: 16000}}\n"), "\"80\" 128Mi");
  EXPECT_EQ(memory("  slurm: {config: {maxjobcount: 100000}}\n"), "\"416\" 576Mi");
  // A set that grows replaces slurmctld's pod seldom.
  EXPECT_EQ(memory("    - {name: more, replicas: 5000, hardware: {cpus: 2, memory: 2Gi}}\n"), "\"80\" 128Mi");
  EXPECT_EQ(memory("    - {name: more, replicas: 10000, hardware: {cpus: 2, memory: 2Gi}}\n"), "\"128\" 192Mi");
}

TEST(Metrics, OfSlurmctldItselfComeWithTheRelease) {
  const auto conf = [](const std::string& release, const std::string& metrics) {
    return output_of(spec("  target: {slurm: \"" + release + "\"}\n  monitoring: {metrics: {" + metrics + "}}\n"),
                     "slurm/slurm.conf");
  };
  EXPECT_TRUE(has(conf("25.11", ""), "MetricsType=metrics/openmetrics\n"));
  EXPECT_FALSE(has(conf("25.05", ""), "MetricsType"));
  EXPECT_FALSE(has(conf("26.05", "native: false"), "MetricsType"));
}

}  // namespace
}  // namespace skiff
