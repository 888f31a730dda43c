// The parts of the scenario schema that are made from declarations.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "sim/declaration.hpp"
#include "sim/engine.hpp"

namespace keycost {

/// Members keep their order, so that the file reads like the documentation.
using Schema = nlohmann::ordered_json;

/// An object with these properties and no others.
Schema object_schema(std::string_view description, Schema properties, Schema required = Schema::array());

Schema text_schema(std::string_view description);
Schema some_text_schema(std::string_view description);  ///< not empty
Schema whole_number_schema(std::string_view description, std::int64_t minimum, std::int64_t maximum);
Schema choice_schema(std::string_view description, Schema choices);

/// A declared setting or option: its kind, range, default, unit and meaning.
Schema declaration_schema(const Declaration& declaration);

/// Adds every declaration to `properties`.
void add_declarations(Schema& properties, std::span<const Declaration> declarations);

/// A table, column, index or step's name.
Schema name_schema(std::string_view description);

/// A column's "values": the name of a stream, or an object with the stream's options.
Schema stream_values_schema();

Schema step_schema();
Schema expectation_schema();

/// Tables as this engine can have them.
Schema tables_schema(const EngineDescription& engine);

}  // namespace keycost
