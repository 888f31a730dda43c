#include "src/report/svg_figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "src/report/figure_rows.hpp"
#include "src/report/numbers.hpp"
#include "src/report/plain_text.hpp"
#include "src/report/svg_elements.hpp"
#include "src/report/xml_text.hpp"

namespace keycost {

namespace {

// In pixels. Widths of text are not known without a font: each place has room for a wide one.
constexpr int figure_width = 960;
constexpr double margin = 16;
constexpr double row_height = 24;
constexpr double bar_height = 16;
constexpr double log_left = 170;
constexpr double log_width = 240;
constexpr double index_label_left = 580;
constexpr double index_left = 710;
constexpr double index_width = 150;
constexpr double heading_height = 30;
constexpr double axis_height = 52;
constexpr std::size_t label_columns = 20;
constexpr std::size_t prose_columns = 118;

// Records and images differ in lightness and by a hatch, so that neither print in grey nor any colour
// blindness takes the difference away. Paper is the standard; a dark screen is asked for, and print is always
// light.
constexpr std::string_view figure_style =
    R"(.keycost-figure text{font-family:system-ui,"DejaVu Sans",Arial,sans-serif;font-size:13px;fill:#1b1b1b}
.keycost-figure .title{font-size:17px;font-weight:600}
.keycost-figure .heading{font-weight:600}
.keycost-figure .quiet{fill:#555}
.keycost-figure .paper{fill:#fff}
.keycost-figure .grid{stroke:#ccc;stroke-width:1}
.keycost-figure .axis{stroke:#555;stroke-width:1}
.keycost-figure .records{fill:#6a8fbf;stroke:#1f3d66;stroke-width:1}
.keycost-figure .images{fill:#f3c566;stroke:#6b4a00;stroke-width:1}
.keycost-figure .hatch{stroke:#6b4a00;stroke-width:1.5}
.keycost-figure .full{fill:#8a8a8a;stroke:#333;stroke-width:1}
.keycost-figure .room{fill:none;stroke:#999;stroke-width:1}
@media screen and (prefers-color-scheme:dark){
.keycost-figure text{fill:#eee}
.keycost-figure .quiet{fill:#b5b5b5}
.keycost-figure .paper{fill:#16181c}
.keycost-figure .grid{stroke:#3c4048}
.keycost-figure .axis{stroke:#b5b5b5}
.keycost-figure .records{fill:#4a74ad;stroke:#b9d2f3}
.keycost-figure .images{fill:#8a6514;stroke:#ffd98a}
.keycost-figure .hatch{stroke:#ffd98a}
.keycost-figure .full{fill:#777;stroke:#ddd}
.keycost-figure .room{stroke:#777}
}
)";

std::string shortened(const std::string& text, std::size_t columns) {
  if (display_width(text) <= columns) return text;
  std::string kept;
  // Whole characters: what follows the first byte of one begins with the bits 10.
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) ++next;
    if (display_width(kept + text.substr(at, next - at)) + 1 > columns) break;
    kept += text.substr(at, next - at);
    at = next;
  }
  return kept + "…";
}

/// An axis from 0 to `end`, with a mark every `step`, labelled in `unit`s of `divisor` each.
struct Axis {
  double end = 1;
  double step = 1;
  double divisor = 1;
  std::string_view unit;
};

/// At most `steps_max` steps of 1, 2 or 5 times a power of ten, and never a part of one whole.
Axis count_axis(double largest, double steps_max, double divisor, std::string_view unit) {
  const double wanted = std::max(largest / divisor, 1.0);
  double step = 1;
  for (double power = 1; step * steps_max < wanted; power *= 10) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      step = digit * power;
      if (step * steps_max >= wanted) break;
    }
  }
  return {std::ceil(wanted / step) * step * divisor, step * divisor, divisor, unit};
}

Axis bytes_axis(std::uint64_t largest) {
  constexpr std::array<std::string_view, 5> units{"bytes", "kB", "MB", "GB", "TB"};
  double divisor = 1;
  std::size_t unit = 0;
  while (unit + 1 < units.size() && static_cast<double>(largest) >= 4 * 1024 * divisor) {
    divisor *= 1024;
    ++unit;
  }
  return count_axis(static_cast<double>(largest), 5, divisor, units[unit]);
}

std::string log_meaning(const Figure& figure, const FigureTable& table) {
  const LogBar& log = table.log;
  if (!figure.has_images)
    return fmt::format("{}: {} bytes of {}", table.table, with_thousands(log.bytes()), figure.log_name);
  return fmt::format("{}: {} bytes of {}, {} in records and {} in {} full-page image{}", table.table,
                     with_thousands(log.bytes()), figure.log_name, with_thousands(log.records_bytes),
                     with_thousands(log.images_bytes), with_thousands(log.images),
                     log.images == 1 ? "" : "s");
}

std::string index_meaning(const Figure& figure, const IndexBar& index) {
  return fmt::format("{}, {} {}", index.title, figure.index_name, index.text);
}

/// Everything that the figure shows, in words.
std::string description(const Figure& figure) {
  std::string text;
  for (const FigureStep& step : figure.steps) {
    text += fmt::format("{}Step {}. ", text.empty() ? "" : " ", step.step);
    for (const FigureTable& table : step.tables) {
      text += log_meaning(figure, table);
      for (const IndexBar& index : table.indexes) text += "; " + index_meaning(figure, index);
      text += &table == &step.tables.back() ? "." : ". ";
    }
  }
  return text;
}

/// "551 MB, 72 % in images".
std::string log_label(const LogBar& log) {
  const std::string size = size_pretty(log.bytes());
  if (log.images == 0) return size;
  const double percent = 100.0 * static_cast<double>(log.images_bytes) / static_cast<double>(log.bytes());
  return percent < 1 ? size + ", < 1 % in images" : fmt::format("{}, {:.0f} % in images", size, percent);
}

class FigureWriter {
 public:
  FigureWriter(const ScenarioReport& report, std::string_view id) : report_(report), id_(id) {}

  SvgFigure write(int top_px);

 private:
  void add_heading();
  void add_lines(const std::string& text, std::string_view style, double line_height);
  void add_problems();
  void add_legend();
  void choose_axes();
  void add_step(const FigureStep& step);
  void add_table(const FigureTable& table);
  void add_log_bar(const FigureTable& table);
  void add_index_bar(const FigureTable& table, const IndexBar& index, double top);
  void add_axes();
  void add_axis(const Axis& axis, double left, double width, const std::string& title);

  const ScenarioReport& report_;
  const std::string id_;
  Figure figure_;
  Axis log_axis_;
  Axis index_axis_;
  double y_ = margin;
  SvgElements marks_;
};

void FigureWriter::add_lines(const std::string& text, std::string_view style, double line_height) {
  const std::string lines = wrapped(printable(text, false), prose_columns, 0);
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    y_ += line_height;
    marks_.text(margin, y_ - 5, lines.substr(start, end - start), style);
    start = end + 1;
  }
}

void FigureWriter::add_heading() {
  if (!report_.scenario) return add_lines(report_.name(), "title", 24);
  const ScenarioFile& file = *report_.scenario;
  add_lines(file.title.empty() ? file.name : file.title, "title", 24);
  std::string facts =
      fmt::format("scenario {} · engine {} · {}", file.name, file.scenario.engine, report_.seeds_text());
  if (!report_.result.replicates.empty()) facts += fmt::format(" · shown: seed {}", report_.result.seed);
  add_lines(facts, "quiet", 20);
}

void FigureWriter::add_problems() {
  for (const Problem& problem : report_.problems) add_lines("could not be run: " + problem.text(), "", 20);
}

void FigureWriter::add_legend() {
  y_ += 30;
  marks_.text(log_left, y_ - 8, figure_.log_title, "heading");
  marks_.text(index_label_left, y_ - 8, fmt::format("{} at its end", figure_.index_name), "heading");
  if (!figure_.has_images) return;
  y_ += row_height;
  double x = log_left;
  for (const auto& [style, words] :
       {std::pair{"records", "records"}, std::pair{"images", "full-page images"}}) {
    marks_.rectangle(x, y_ - 18, 22, 12, style);
    if (std::string_view(style) == "images") marks_.hatching(x, y_ - 18, 22, 12, id_ + "-hatch");
    marks_.text(x + 28, y_ - 8, words, "");
    x += 110;
  }
}

void FigureWriter::choose_axes() {
  std::uint64_t log_largest = 0;
  double index_largest = 0;
  for (const FigureStep& step : figure_.steps) {
    for (const FigureTable& table : step.tables) {
      log_largest = std::max(log_largest, table.log.bytes());
      for (const IndexBar& index : table.indexes)
        index_largest = std::max(index_largest, index.value.value_or(0));
    }
  }
  log_axis_ = bytes_axis(log_largest);
  index_axis_ =
      figure_.index_is_percent ? Axis{100, 25, 1, "%"} : count_axis(index_largest, 2, 1, figure_.index_unit);
}

void FigureWriter::add_log_bar(const FigureTable& table) {
  const double scale = log_width / log_axis_.end;
  const double top = y_ + (row_height - bar_height) / 2;
  const double records = static_cast<double>(table.log.records_bytes) * scale;
  const double images = static_cast<double>(table.log.images_bytes) * scale;
  const std::string meaning = log_meaning(figure_, table);
  marks_.bar(log_left, top, records, bar_height, "records", meaning);
  if (table.log.images_bytes > 0) {
    marks_.bar(log_left + records, top, images, bar_height, "images", meaning);
    marks_.hatching(log_left + records, top, images, bar_height, id_ + "-hatch");
  }
  marks_.text(log_left + records + images + 6, top + 13, log_label(table.log), "");
}

void FigureWriter::add_index_bar(const FigureTable& table, const IndexBar& index, double top) {
  marks_.text(index_label_left, top + 13, shortened(index.title, label_columns - 3), "quiet");
  if (figure_.index_is_percent) marks_.rectangle(index_left, top, index_width, bar_height, "room");
  if (index.value) {
    marks_.bar(index_left, top, *index.value * index_width / index_axis_.end, bar_height, "full",
               table.table + ": " + index_meaning(figure_, index));
  }
  marks_.text(figure_width - margin, top + 13, index.text, "", TextAnchor::end);
}

void FigureWriter::add_table(const FigureTable& table) {
  marks_.text(margin, y_ + 17, shortened(table.table, label_columns), "");
  add_log_bar(table);
  for (std::size_t index = 0; index < std::max<std::size_t>(1, table.indexes.size()); ++index) {
    if (index < table.indexes.size())
      add_index_bar(table, table.indexes[index], y_ + (row_height - bar_height) / 2);
    y_ += row_height;
  }
}

void FigureWriter::add_step(const FigureStep& step) {
  y_ += heading_height;
  marks_.text(margin, y_ - 8, step.step, "heading");
  for (const FigureTable& table : step.tables) add_table(table);
}

void FigureWriter::add_axis(const Axis& axis, double left, double width, const std::string& title) {
  marks_.line(left, y_, left + width, y_, "axis");
  for (double mark = 0; mark <= axis.end; mark += axis.step) {
    const double x = left + width * mark / axis.end;
    marks_.line(x, y_, x, y_ + 5, "axis");
    marks_.text(x, y_ + 19, with_thousands(static_cast<std::uint64_t>(mark / axis.divisor)), "quiet",
                TextAnchor::middle);
  }
  marks_.text(left, y_ + 38, title, "quiet");
}

void FigureWriter::add_axes() {
  y_ += 6;
  std::string log_title = fmt::format("{}, {}", figure_.log_name, log_axis_.unit);
  if (log_axis_.divisor > 1) {
    log_title += fmt::format(" (1 {} = {} bytes)", log_axis_.unit,
                             with_thousands(static_cast<std::uint64_t>(log_axis_.divisor)));
  }
  add_axis(log_axis_, log_left, log_width, log_title);
  add_axis(index_axis_, index_left, index_width,
           fmt::format("{}, {}", figure_.index_name, figure_.index_unit));
  y_ += axis_height;
}

SvgFigure FigureWriter::write(int top_px) {
  add_heading();
  if (!report_.problems.empty()) {
    add_problems();
    y_ += margin;
  } else {
    figure_ = figure_of(report_);
    choose_axes();
    add_legend();
    for (const FigureStep& step : figure_.steps) add_step(step);
    add_axes();
  }
  const int height = static_cast<int>(std::ceil(y_));
  const std::string title =
      report_.scenario && !report_.scenario->title.empty() ? report_.scenario->title : report_.name();
  const std::string words =
      report_.problems.empty() ? description(figure_) : "This scenario could not be run.";
  const std::string place = top_px == 0 ? "" : fmt::format(" y=\"{}\"", top_px);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"{} width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" "
      "class=\"keycost-figure\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
      place, figure_width, height, figure_width, height, escaped_xml(title), escaped_xml(words));
  text += fmt::format(
      "<defs><pattern id=\"{}-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><path d=\"M0 0V6\" class=\"hatch\"/></pattern></defs>\n",
      id_);
  text += fmt::format("<rect width=\"{}\" height=\"{}\" class=\"paper\"/>\n", figure_width, height);
  return {text + marks_.written() + "</svg>\n", figure_width, height};
}

}  // namespace

std::string_view svg_figure_style() {
  return figure_style;
}

SvgFigure svg_figure(const ScenarioReport& report, std::string_view id, int top_px) {
  return FigureWriter(report, id).write(top_px);
}

}  // namespace keycost
