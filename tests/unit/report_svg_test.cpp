// Does the figure of a run show what the result holds, to the pixel, and does it stand alone?
#include <regex>
#include <string>
#include <vector>

#include "src/report/figure_rows.hpp"
#include "src/report/kinds.hpp"
#include "src/report/numbers.hpp"
#include "src/report/svg_figure.hpp"
#include "tests/catch.hpp"
#include "tests/unit/report_sample.hpp"

namespace keycost {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Bar {
  double x;
  double width;
  std::string meaning;
};

/// Every bar of that style, in order.
std::vector<Bar> bars_of(const std::string& svg, const std::string& style) {
  const std::regex bar("<rect x=\"([0-9.]+)\" y=\"[0-9.]+\" width=\"([0-9.]+)\" height=\"[0-9.]+\" class=\"" +
                       style + "\"><title>([^<]*)</title>");
  std::vector<Bar> bars;
  for (auto found = std::sregex_iterator(svg.begin(), svg.end(), bar); found != std::sregex_iterator();
       ++found)
    bars.push_back({std::stod((*found)[1]), std::stod((*found)[2]), (*found)[3]});
  return bars;
}

TEST_CASE("the parts of a bar are the result's own records and images, and add up to all of its WAL") {
  const ScenarioReport report = test::sample_report();
  const Figure figure = figure_of(report);
  REQUIRE(figure.steps.size() == 2);
  for (const FigureStep& step : figure.steps) {
    REQUIRE(step.tables.size() == 2);
    for (std::size_t table = 0; table < 2; ++table) {
      std::uint64_t combined = 0;
      for (const StepResult& result : report.result.tables[table].steps) {
        if (result.name != step.step) continue;
        for (const WalTypeUsage& usage : result.wal.by_type) combined += usage.combined_size();
      }
      CHECK(step.tables[table].log.bytes() == combined);
    }
  }
  CHECK(figure.steps[0].tables[1].log.images_bytes == 20000);
  CHECK(figure.steps[0].tables[1].log.images == 28);
  CHECK(figure.steps[0].tables[1].log.records_bytes == 4 * 63936 + 67);
}

TEST_CASE("bars are as long as their bytes, images follow records, and each says what it is") {
  const std::string svg = svg_figure(test::sample_report(), "f").element;
  const std::vector<Bar> records = bars_of(svg, "records");
  const std::vector<Bar> images = bars_of(svg, "images");
  REQUIRE(records.size() == 4);
  REQUIRE(images.size() == 4);
  for (std::size_t bar = 0; bar < 4; ++bar)
    CHECK(images[bar].x == Approx(records[bar].x + records[bar].width).margin(0.11));
  CHECK(records[1].width / images[1].width == Approx((4 * 63936.0 + 67) / 20000).epsilon(0.02));
  CHECK(records[1].width / records[0].width == Approx((4 * 63936.0 + 67) / (63936 + 67)).epsilon(0.01));
  CHECK(images[1].meaning == "b: 275,811 bytes of WAL, 255,811 in records and 20,000 in 28 full-page images");
}

TEST_CASE("a density is drawn to a hundred percent, and none where there are no leaves") {
  const std::string svg = svg_figure(test::sample_report(), "f").element;
  const std::vector<Bar> full = bars_of(svg, "full");
  REQUIRE(full.size() == 2);  // of table a there is none
  CHECK(full[0].width == Approx(150 * 0.7157).margin(0.06));
  CHECK(contains(svg, ">71.57 %</text>"));
  CHECK(contains(svg, ">–</text>"));
}

TEST_CASE("both axes name their quantity and unit") {
  const std::string svg = svg_figure(test::sample_report(), "f").element;
  CHECK(contains(svg, ">WAL, kB (1 kB = 1,024 bytes)</text>"));
  CHECK(contains(svg, ">average leaf density, %</text>"));
}

TEST_CASE("a figure has a name and a description in words, and nothing in it is fetched or run") {
  const std::vector reports{test::sample_report(), test::refused_report()};
  const std::string svg = write_svg_report(reports, {});
  CHECK(contains(
      svg,
      "role=\"img\">\n<title>Keys | &lt;tags&gt; &amp; &quot;quotes&quot;</title>\n<desc>Step first. a: "));
  CHECK(contains(svg, "<title>broken</title>"));
  CHECK(contains(svg, "could not be run: folder/broken.json:3:5"));
  CHECK(contains(svg, "id=\"figure-1-hatch\""));
  CHECK(contains(svg, "id=\"figure-2-hatch\""));
  std::string without_namespace = svg;
  const std::string svg_namespace = "xmlns=\"http://www.w3.org/2000/svg\"";
  for (std::size_t at; (at = without_namespace.find(svg_namespace)) != std::string::npos;)
    without_namespace.erase(at, svg_namespace.size());
  for (const char* outside : {"http", "href", "<script", "@import", "@font-face", "<image", " on"})
    CHECK_FALSE(contains(without_namespace, std::string(outside) + (outside[0] == ' ' ? "load" : "")));
}

TEST_CASE("long names are cut at a whole character, and stand whole in the bar's title") {
  ScenarioReport report = test::sample_report();
  const std::string name = "键值表键值表键值表键值表键值表";
  report.result.tables[0].name = name;
  const std::string svg = svg_figure(report, "f").element;
  CHECK(contains(svg, ">键值表键值表键值表…</text>"));
  CHECK(contains(bars_of(svg, "records").at(0).meaning, name + ": "));
}

TEST_CASE("a page tells the figure, the tables, verdicts with reasons, the settings and how to repeat it") {
  const std::string page = write_html_report(std::vector{test::sample_report()}, {});
  for (const char* part :
       {"<h1>Keys | &lt;tags&gt; &amp; &quot;quotes&quot;</h1>", "<p>What does it cost?</p>", "role=\"img\"",
        "<caption>first</caption>", "<th scope=\"row\">full-page images</th>",
        "<th scope=\"col\" class=\"number\">b</th>", "✓ held", "because images | pages", "source: table 1",
        "<th scope=\"row\">shared_buffers</th><td>128MB</td><td>default</td>",
        "keycost run sample.json --seed 7 -o html:report.html", "<dt>hash of the scenario</dt>"})
    CHECK(contains(page, part));
  CHECK(contains(page, test::sample_report().scenario->hash));
  CHECK(contains(page, "{&quot;value&quot;: &quot;a.second.wal.fpi&quot;, &quot;max&quot;: 5}"));
  for (const char* outside : {"<script", "href=", "src=", "@import", "url(http"})
    CHECK_FALSE(contains(page, outside));
}

TEST_CASE("a page of a run of some tables says how to repeat just that") {
  ScenarioReport report = test::sample_report();
  report.path = "it's here/a b.json";
  report.result.tables.erase(report.result.tables.begin());
  report.verdicts.clear();
  CHECK(contains(write_html_report(std::vector{report}, {}),
                 "<pre>keycost run 'a b.json' --seed 7 --table b -o html:report.html</pre>"));
}

}  // namespace
}  // namespace keycost
