#include "common/metrics.h"

#include <gtest/gtest.h>

namespace skiff::metrics {
namespace {

TEST(MetricsPage, WritesAMetricWithItsSamples) {
  Page page;
  page.metric("nodes", Kind::gauge, "Nodes.");
  page.sample({{"set", "a"}, {"state", "idle"}}, 3);
  page.sample({{"set", "b"}, {"state", "idle"}}, 0);
  page.metric("requests_total", Kind::counter, "Requests.");
  page.sample({}, 17);
  EXPECT_EQ(page.text(),
            "# HELP nodes Nodes.\n# TYPE nodes gauge\nnodes{set=\"a\",state=\"idle\"} 3\n"
            "nodes{set=\"b\",state=\"idle\"} 0\n# HELP requests_total Requests.\n# TYPE requests_total counter\n"
            "requests_total 17\n");
}

TEST(MetricsPage, LeavesOutAMetricWithoutSamples) {
  Page page;
  page.metric("nodes", Kind::gauge, "Nodes.");
  page.metric("jobs", Kind::gauge, "Jobs.");
  page.sample({}, 1);
  EXPECT_EQ(page.text(), "# HELP jobs Jobs.\n# TYPE jobs gauge\njobs 1\n");
}

TEST(MetricsPage, EscapesValuesAndReplacesWhatMayNotBeUtf8) {
  Page page;
  page.metric("m", Kind::gauge, "M.");
  page.sample({{"reason", "a \"b\" c\\d\ne\xff"}}, 1);
  EXPECT_NE(page.text().find(R"(m{reason="a \"b\" c\\d\ne?"} 1)"), std::string::npos) << page.text();
}

TEST(MetricsPage, WritesMillionthsAsDecimals) {
  Page page;
  page.metric("m_seconds", Kind::gauge, "M.");
  for (const std::int64_t number : {0, 7, 999999, 1000000, 12345678}) page.sample_of_millionths({}, number);
  const std::string text = page.text();
  EXPECT_EQ(text.substr(text.find("gauge\n") + 6),
            "m_seconds 0.000000\nm_seconds 0.000007\nm_seconds 0.999999\nm_seconds 1.000000\nm_seconds 12.345678\n");
}

}  // namespace
}  // namespace skiff::metrics
