#include "sidecar/kube.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace skiff::sidecar {
namespace {

using nlohmann::json;

Pod only_pod(const std::string& status, const std::string& metadata = "") {
  std::vector<Pod> pods;
  parse_pods(
      R"({"metadata":{},"items":[{"metadata":{"name":"a-0","uid":"u")" + metadata + R"(},"status":)" + status + "}]}",
      pods);
  return pods.at(0);
}

TEST(KubeList, ReadsTheFieldsOfAPod) {
  std::vector<Pod> pods;
  const Page page = parse_pods(
      R"({"metadata":{"resourceVersion":"17","continue":"second"},"items":[{"metadata":{"name":"a-0","uid":"u",
      "creationTimestamp":"2025-11-01T10:00:00Z","deletionTimestamp":"2025-11-01T11:00:00Z","labels":{"skiff/scaling":"elastic"}},
      "spec":{"nodeName":"m-1"},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"},
      {"type":"skiff/Unhealthy","status":"True","reason":"Draining","message":"x"},
      {"type":"skiff/InService","status":"False","reason":"Draining","message":"y"}]}},
      {"metadata":{"name":"a-1","uid":"v"}}]})",
      pods);
  EXPECT_EQ(page.next, "second");
  EXPECT_EQ(page.version, "17");
  ASSERT_EQ(pods.size(), 2u);
  EXPECT_EQ(pods[0].name + pods[0].uid + pods[0].phase + pods[0].machine, "a-0uRunningm-1");
  EXPECT_TRUE(pods[0].leaving && pods[0].elastic);
  EXPECT_EQ(pods[0].created, 1761991200);
  EXPECT_EQ(pods[0].unhealthy, (Condition{"True", "Draining", "x"}));
  EXPECT_EQ(pods[0].in_service, (Condition{"False", "Draining", "y"}));
  EXPECT_EQ(pods[0].trouble, "");
  EXPECT_FALSE(pods[1].leaving || pods[1].elastic || pods[1].unhealthy || pods[1].in_service);
}

TEST(KubeList, KnowsWhyAPodDoesNotStart) {
  EXPECT_EQ(
      only_pod(R"({"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","message":"no room"}]})")
          .trouble,
      "no room");
  EXPECT_EQ(
      only_pod(
          R"({"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]})")
          .trouble,
      "Unschedulable");
  EXPECT_EQ(only_pod(R"({"phase":"Pending","initContainerStatuses":[{"state":{"waiting":{"reason":"PodInitializing"}}}],
    "containerStatuses":[{"state":{"waiting":{"reason":"ImagePullBackOff","message":"no such image"}}}]})")
                .trouble,
            "ImagePullBackOff: no such image");
  EXPECT_EQ(only_pod(R"({"phase":"Failed","reason":"Evicted","message":"low on memory"})").trouble,
            "Evicted: low on memory");
  EXPECT_EQ(only_pod(R"({"phase":"Failed"})").trouble, "failed: ");
  EXPECT_EQ(
      only_pod(R"({"phase":"Pending","containerStatuses":[{"state":{"waiting":{"reason":"ContainerCreating"}}}]})")
          .trouble,
      "");
}

TEST(KubeList, RejectsEmptyIncompleteAndInvalidDocuments) {
  std::vector<Pod> pods;
  std::vector<ElasticSet> sets;
  EXPECT_NO_THROW(parse_pods(R"({"metadata":{},"items":[]})", pods));
  for (const char* text : {"", R"({"kind":"Status"})", R"({"metadata":{},"items":[{"meta)", R"({"items":{}})", "[]",
                           "null", R"({"items":[1]})", R"({"items":[{"metadata":{"name":"a-0"}}]})"}) {
    EXPECT_THROW(parse_pods(text, pods), std::runtime_error) << text;
    EXPECT_THROW(parse_sets(text, sets), std::runtime_error) << text;
  }
}

TEST(KubeList, ReadsTheLabelsOfKubernetesNodes) {
  std::vector<Machine> machines;
  const Page page = parse_machines(
      R"({"metadata":{"continue":"more"},"items":[{"metadata":{"name":"k0","labels":{"a/b":"c"}}},{"metadata":{"name":"k1"}}]})",
      machines);
  EXPECT_EQ(page.next, "more");
  ASSERT_EQ(machines.size(), 2u);
  EXPECT_EQ(machines[0].name + machines[0].labels["a/b"], "k0c");
  EXPECT_TRUE(machines[1].labels.empty());
  EXPECT_THROW(parse_machines(R"({"items":[{"metadata":{}}]})", machines), std::runtime_error);
}

TEST(KubeList, MakesPodsFromTheTemplateOfAnElasticSet) {
  std::vector<ElasticSet> sets;
  parse_sets(
      R"({"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"1",
    "skiff/max":"4","skiff/retry-after":"300"}},"template":{"metadata":{"labels":{"x":"y"}},"spec":{"subdomain":"nodes",
    "containers":[{"command":["sh","-c","echo \"a\\b\""]}]}}}]})",
      sets);
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].min, 1);
  EXPECT_EQ(sets[0].retry_after, 300);
  const json pod = json::parse(pod_body(sets[0], "a-0"));
  EXPECT_EQ(pod["metadata"]["name"], "a-0");
  EXPECT_EQ(pod["metadata"]["namespace"], "slurm");
  EXPECT_EQ(pod["metadata"]["labels"]["x"], "y");
  EXPECT_EQ(pod["spec"]["hostname"], "a-0");
  EXPECT_EQ(pod["spec"]["subdomain"], "nodes");
  EXPECT_EQ(pod["spec"]["containers"][0]["command"][2], "echo \"a\\b\"");
  EXPECT_EQ(pod["metadata"]["ownerReferences"],
            json::parse(R"([{"apiVersion":"v1","kind":"PodTemplate","name":"a","uid":"t","controller":true}])"));
  EXPECT_THROW(parse_sets(R"({"items":[{"metadata":{"name":"a","uid":"t"},"template":{}}]})", sets), std::runtime_error)
      << "a set without its annotations";
  for (const char* form : {R"({"spec":3})", R"({"metadata":[]})", R"({"spec":null})"})
    EXPECT_THROW(
        parse_sets(
            std::string(
                R"({"items":[{"metadata":{"name":"a","uid":"t","annotations":{"skiff/min":"1","skiff/retry-after":"1"}},
      "template":)") +
                form + "}]}",
            sets),
        std::runtime_error)
        << form;
}

TEST(KubeWatch, ParsesEvents) {
  WatchEvent event = parse_watch_line(
      R"({"type":"MODIFIED","object":{"metadata":{"name":"a-0","uid":"u","resourceVersion":"9"},"status":{"phase":"Running"}}})");
  EXPECT_EQ(event.kind, WatchEvent::Kind::changed);
  EXPECT_EQ(event.pod.phase + event.version, "Running9");
  EXPECT_EQ(parse_watch_line(R"({"type":"DELETED","object":{"metadata":{"name":"a-0","uid":"u"}}})").kind,
            WatchEvent::Kind::deleted);
  event = parse_watch_line(R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"12"}}})");
  EXPECT_EQ(event.kind, WatchEvent::Kind::bookmark);
  EXPECT_EQ(event.version, "12");
  EXPECT_EQ(parse_watch_line(R"({"type":"ERROR","object":{"code":410,"message":"too old"}})").kind,
            WatchEvent::Kind::expired);
  event = parse_watch_line(R"({"type":"ERROR","object":{"code":500,"message":"etcd"}})");
  EXPECT_EQ(event.kind, WatchEvent::Kind::failed);
  EXPECT_EQ(event.error, "etcd");
  for (const char* text :
       {"", "{", "[]", R"({"type":"ADDED"})", R"({"type":"ADDED","object":[]})", R"({"type":"NEW","object":{}})"})
    EXPECT_THROW(parse_watch_line(text), std::runtime_error) << text;
}

TEST(KubeRequest, HasTheBodyThatTheApiServerExpects) {
  EXPECT_EQ(json::parse(delete_body("u")),
            json::parse(R"({"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u"}})"));
  EXPECT_EQ(json::parse(patch_body({Patch::Kind::pod, "a-0", {"True", "Replaced", "x"}, true}, 1761991200)),
            json::parse(R"({"status":{"conditions":[{"type":"skiff/Unhealthy","status":"True","reason":"Replaced",
              "message":"x","lastTransitionTime":"2025-11-01T10:00:00Z"}]}})"));
  EXPECT_EQ(json::parse(patch_body({Patch::Kind::pod, "a-0", {"False", "Down", "x"}, false, in_service_type}, 0)),
            json::parse(R"({"status":{"conditions":[{"type":"skiff/InService","status":"False","reason":"Down",
              "message":"x"}]}})"));
  EXPECT_EQ(json::parse(patch_body({Patch::Kind::machine, "m", {"False", "InService", ""}, false}, 1761991200)),
            json::parse(R"({"status":{"conditions":[{"type":"skiff/Unhealthy","status":"False","reason":"InService",
              "message":"","lastHeartbeatTime":"2025-11-01T10:00:00Z"}]}})"));
  const auto event = [](const Condition& condition, std::int64_t since) {
    return json::parse(event_body({"a-0", "u", condition, since}, "slurm", 1761991200));
  };
  json drained = event({"False", "Drained", "disk"}, 5);
  const std::string name = drained["metadata"]["name"];
  EXPECT_TRUE(name.starts_with("a-0.") && name.size() == 20) << name;
  drained["metadata"].erase("name");
  EXPECT_EQ(drained, json::parse(R"({"apiVersion":"v1","kind":"Event","metadata":{"namespace":"slurm"},"involvedObject":
    {"apiVersion":"v1","kind":"Pod","name":"a-0","namespace":"slurm","uid":"u"},"type":"Warning","reason":"Drained",
    "message":"Slurm gives no jobs to the node: disk","source":{"component":"skiff-sidecar"},
    "firstTimestamp":"2025-11-01T10:00:00Z","lastTimestamp":"2025-11-01T10:00:00Z","count":1})"));
  EXPECT_EQ(event({"False", "Drained", "disk"}, 5)["metadata"]["name"], name);
  EXPECT_NE(event({"False", "Drained", "disk"}, 6)["metadata"]["name"], name);
  EXPECT_EQ(event({"False", "PoweredDown", "x"}, 5)["type"], "Normal");
  EXPECT_EQ(event({"True", "Available", ""}, 5)["message"], "Slurm gives jobs to the node again");
  EXPECT_EQ(parse_message(R"({"kind":"Status","message":"pods is\nforbidden"})"), "pods is forbidden");
  EXPECT_EQ(parse_message("<html>"), "");
}

}  // namespace
}  // namespace skiff::sidecar
