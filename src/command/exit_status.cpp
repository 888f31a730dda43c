#include "src/command/exit_status.hpp"

#include <algorithm>
#include <cstdio>
#include <new>

#include <fmt/format.h>

#include "sim/error.hpp"
#include "src/execute.hpp"
#include "src/execute/file_problem.hpp"
#include "src/standard_error.hpp"

namespace keycost {

namespace {

Failure one_problem(ExitStatus status, const std::string& path, std::string message) {
  return {status, {file_problem(path, std::move(message))}};
}

}  // namespace

ExitStatus worse(ExitStatus left, ExitStatus right) {
  return std::max(left, right);
}

Failure describe_failure(const std::exception_ptr& error, const std::string& path) {
  try {
    std::rethrow_exception(error);
  } catch (const UsageError& usage) {
    return one_problem(ExitStatus::usage, "", usage.what());
  } catch (const ScenarioInvalid& invalid) {
    return {ExitStatus::scenario_invalid, invalid.problems()};
  } catch (const NotModelled& refused) {
    return one_problem(ExitStatus::scenario_invalid, path, refused.what());
  } catch (const InputOutputFailed& failed) {
    return {ExitStatus::input_output, {failed.problem()}};
  } catch (const Interrupted&) {
    return one_problem(ExitStatus::interrupted, "", "interrupted; no file has been written");
  } catch (const std::bad_alloc&) {
    return one_problem(ExitStatus::input_output, path,
                       "memory is used up; insert fewer rows, or run fewer tables at a time (--threads 1)");
  } catch (const InvariantBroken& broken) {
    return one_problem(
        ExitStatus::invariant_broken, path,
        fmt::format("the model broke one of its own rules: {}; this is a bug of keycost", broken.what()));
  } catch (const std::exception& unforeseen) {
    return one_problem(
        ExitStatus::invariant_broken, path,
        fmt::format("an error that nobody foresaw ({}); this is a bug of keycost", unforeseen.what()));
  }
}

void print_failure(const Failure& failure) {
  for (const Problem& problem : failure.problems) {
    tell(fmt::format("keycost: {}\n", problem.file.empty() ? problem.message : problem.text()));
  }
}

}  // namespace keycost
