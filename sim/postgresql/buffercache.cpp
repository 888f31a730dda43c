#include "sim/postgresql/buffercache.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace keycost::postgresql {

namespace {

/// Takes characters off the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  std::string until(char end) {
    const std::string_view taken = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }

 private:
  std::string_view rest_;
};

/// One word: first[-last]:usage[*][=relation/fork/block].
struct Word {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  BufferInUse buffer;
};

std::optional<Word> parse_word(std::string_view text) {
  Cursor cursor(text);
  Word word;
  const auto first = cursor.number();
  if (!first) return std::nullopt;
  word.first = word.last = *first;
  if (cursor.take('-')) {
    const auto last = cursor.number();
    if (!last || *last < *first) return std::nullopt;
    word.last = *last;
  }
  if (!cursor.take(':')) return std::nullopt;
  const auto usage = cursor.number();
  if (!usage || *usage > usage_count_max) return std::nullopt;
  word.buffer.usage_count = static_cast<std::uint8_t>(*usage);
  word.buffer.dirty = cursor.take('*');
  if (cursor.take('=')) {
    word.buffer.relation = cursor.until('/');
    if (word.buffer.relation.empty() || !cursor.take('/')) return std::nullopt;
    word.buffer.fork = cursor.until('/');
    if (!cursor.take('/')) return std::nullopt;
    const auto block = cursor.number();
    if (!block || *block > 0xFFFFFFFE || word.first != word.last) return std::nullopt;
    word.buffer.block = static_cast<BlockNumber>(*block);
  }
  return cursor.at_end() ? std::optional(word) : std::nullopt;
}

}  // namespace

std::optional<std::string> parse_buffers_in_use(std::string_view text, std::uint64_t buffers_max,
                                                std::vector<BufferInUse>& in_use) {
  std::uint64_t next = 1;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (part.empty()) continue;
    const std::optional<Word> word = parse_word(part);
    if (!word) {
      return fmt::format(
          "buffers: \"{}\" is not FIRST[-LAST]:USES[*][=RELATION/FORK/BLOCK] with at most {} uses", part,
          usage_count_max);
    }
    if (word->first < next || word->last > buffers_max) {
      return fmt::format("buffers: \"{}\" is out of order or beyond the pool's {} buffers", part,
                         buffers_max);
    }
    for (std::uint64_t number = word->first; number <= word->last; ++number) {
      in_use.push_back(word->buffer);
      in_use.back().position = number - 1;
    }
    next = word->last + 1;
  }
  return std::nullopt;
}

std::optional<std::string> use_buffers(const std::vector<BufferInUse>& in_use,
                                       const std::vector<NamedFork>& forks, BufferManager& buffers) {
  for (const BufferInUse& wanted : in_use) {
    Relation* pages = nullptr;
    if (!wanted.relation.empty()) {
      const auto fork = std::find_if(forks.begin(), forks.end(), [&](const NamedFork& named) {
        return named.relation == wanted.relation && named.fork == wanted.fork;
      });
      if (fork == forks.end() || wanted.block >= fork->pages->blocks()) {
        return fmt::format("buffers: there is no page {}/{}/{} to be in buffer {}", wanted.relation,
                           wanted.fork, wanted.block, wanted.position + 1);
      }
      pages = fork->pages;
    }
    Buffer& buffer = buffers.replacement().at(wanted.position);
    buffer = {.relation = pages,
              .block = wanted.block,
              .in_use = true,
              .dirty = wanted.dirty,
              .usage_count = wanted.usage_count};
    if (pages != nullptr) pages->set_buffer(wanted.block, &buffer);
  }
  return std::nullopt;
}

std::vector<std::string> buffer_line_columns() {
  return {"bufferid", "relation", "fork", "relblocknumber", "isdirty", "usagecount"};
}

std::vector<std::vector<std::string>> buffer_lines(const BufferManager& buffers,
                                                   const std::vector<NamedFork>& forks) {
  std::vector<std::vector<std::string>> lines;
  std::uint64_t number = 0;
  for (const Buffer& buffer : buffers.replacement().buffers()) {
    ++number;
    if (!buffer.in_use) continue;
    const auto fork = std::find_if(forks.begin(), forks.end(),
                                   [&](const NamedFork& named) { return named.pages == buffer.relation; });
    const bool is_own = fork != forks.end();
    lines.push_back({std::to_string(number), is_own ? fork->relation : "", is_own ? fork->fork : "",
                     is_own ? std::to_string(buffer.block) : "", buffer.dirty ? "t" : "f",
                     std::to_string(buffer.usage_count)});
  }
  return lines;
}

}  // namespace keycost::postgresql
