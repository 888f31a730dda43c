// The options that `run` and `check` share: where reports go, how they look, how the run is done.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "src/execute.hpp"
#include "src/report/deliver.hpp"

namespace keycost {

/// As given on the command line, unread.
struct ReportOptions {
  std::vector<std::string> outputs;
  std::optional<std::string> seed;
  std::optional<std::string> replicates;
  std::optional<std::string> threads;
  std::optional<std::string> memory_limit;
  std::string colour = "auto";
  bool ascii = false;
  bool plain = false;

  void declare(CLI::App& app);
  /// --threads, --plain and --memory-limit alone.
  void declare_resources(CLI::App& app);

  // Each throws UsageError for a value that cannot be read.
  DeliveryOptions delivery() const;
  ExecuteOptions execution() const;
  std::optional<std::uint64_t> memory_limit_bytes() const;
};

/// "json", "json:result.json", "json:-" behind `option`. Throws UsageError with the nearest of `kinds`.
OutputRequest read_output_request(std::string_view option, const std::string& text,
                                  std::span<const ReportKind> kinds);

}  // namespace keycost
