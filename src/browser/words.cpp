// What the page says about engines, streams and metrics is what their declarations say.
#include <nlohmann/json.hpp>

#include "sim/arrival/arrival.hpp"
#include "sim/engine.hpp"
#include "sim/streams/key_stream.hpp"
#include "src/browser/lab.hpp"
#include "src/decode/option_value_text.hpp"

namespace keycost::browser {

namespace {

using Json = nlohmann::ordered_json;

Json declarations_json(std::span<const Declaration> declarations) {
  Json object = Json::object();
  for (const Declaration& declaration : declarations) {
    object[std::string(declaration.name)] = {
        {"default", option_value_text(declaration, declaration.default_value)},
        {"unit", declaration.unit},
        {"meaning", declaration.meaning},
        {"minimum", declaration.minimum},
        {"maximum", declaration.maximum}};
  }
  return object;
}

template <class Metrics>
Json metrics_json(const Metrics& metrics) {
  Json list = Json::array();
  for (const auto& metric : metrics) {
    list.push_back({{"path", metric.path},
                    {"unit", unit_name(metric.unit)},
                    {"is_state", metric.is_state},
                    {"meaning", metric.meaning},
                    {"formula", metric.formula},
                    {"source", metric.source}});
  }
  return list;
}

Json engine_json(const EngineDescription& engine) {
  const MetricSet& metrics = engine.metrics();
  return {{"summary", engine.summary},
          {"settings", declarations_json(engine.settings)},
          {"index_options", declarations_json(engine.index_options)},
          {"step", metrics_json(metrics.step)},
          {"wal_type", metrics_json(metrics.wal_type)},
          {"index", metrics_json(metrics.index)}};
}

}  // namespace

std::string words() {
  Json words = {{"version", KEYCOST_VERSION}, {"engines", Json::object()}, {"streams", Json::object()}};
  for (const EngineDescription* engine : engines()) {
    // The others have no pages to be looked at.
    if (engine->can_be_read) words["engines"][std::string(engine->name)] = engine_json(*engine);
  }
  for (const StreamDescription* stream : key_streams())
    words["streams"][std::string(stream->name)] = {{"summary", stream->summary}, {"source", stream->source}};
  words["arrival"] = declarations_json(arrival_options());
  return words.dump();
}

}  // namespace keycost::browser
