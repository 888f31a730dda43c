// `--pages DIR` and `--page-images DIR`: every page of every relation at the end of a run, one file a
// relation.
#pragma once

#include <string>
#include <string_view>

#include "src/execute.hpp"
#include "src/report/output_files.hpp"

namespace keycost {

/// A name as part of a file's name: '/', '\', '%', control characters and a leading '.' become %XX, so that
/// no name of a table or index leads out of the folder.
std::string file_name_part(std::string_view name);

/// Adds DIR/TABLE.INDEX.tsv for every index: a header line, then one line a page. Makes DIR if it is absent.
void add_page_lines(OutputFiles& files, const std::string& folder, const ScenarioResult& result);

/// Adds DIR/TABLE.INDEX.bin for every index and DIR/TABLE.heap.bin: the relation's main fork, block after
/// block.
void add_page_images(OutputFiles& files, const std::string& folder, const ScenarioResult& result);

/// Throws InputOutputFailed if `folder` could not hold files. Makes nothing.
void require_usable_folder(const std::string& folder);

}  // namespace keycost
