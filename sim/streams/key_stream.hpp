// A key stream: a rule that gives the value of every row of a column. The values depend on the seed, the
// column's place, the options and the mints alone: who minted each row, and when (sim/arrival).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/arrival/mint.hpp"
#include "sim/declaration.hpp"
#include "sim/random/philox.hpp"
#include "sim/rows/column_batch.hpp"

namespace keycost {

class KeyStream {
 public:
  virtual ~KeyStream() = default;

  /// Appends the value of the next row to `out`, whose type is the column's. Mints come in the order of their
  /// numbers. Throws RowRefused when the format cannot hold the value that is due.
  virtual void mint(const Mint& mint, ColumnBatch& out) = 0;

  /// Appends the values of `rows` rows from number `first` on, whoever minted the rows before. Only of streams
  /// whose values depend on nothing but the rows' numbers: false, and nothing is appended, of all others.
  virtual bool mint_run(std::uint64_t /*first*/, std::size_t /*rows*/, ColumnBatch& /*out*/) const {
    return false;
  }

  /// Whether each value surely is above the one before, as long as a single writer mints in order.
  virtual bool ascends() const { return false; }

  /// How many rows the stream can surely supply before the column's type or the format is exhausted.
  virtual std::uint64_t rows_max() const { return std::uint64_t{1} << 48; }
};

/// What a stream's maker needs to know about its column.
struct StreamContext {
  SqlType type;
  RandomKey
      random;  ///< draws of this column: differs by seed and by the column's position, not by table name
  const Options& options;
  TypeModifiers modifiers = {};
  std::uint32_t writers = 1;  ///< Mint::writer is below this
};

struct StreamDescription {
  std::string_view name;
  std::string_view summary;        ///< one sentence: what the values are
  std::string_view formula;        ///< value i, exactly
  std::string_view source;         ///< the document that defines the format
  std::span<const SqlType> types;  ///< columns that it can fill; the first is the natural one
  /// Those of time_options.hpp set the stream's own clock, in a table without an arrival.
  std::span<const Declaration> options;
  bool draws_from_sequence;  ///< values come from a database sequence, which writes WAL of its own
  std::unique_ptr<KeyStream> (*make)(const StreamContext& context);
  /// What is wrong with these options for a column of this type ("" if nothing), beyond what the declarations
  /// say; absent if nothing more can be wrong.
  std::string (*problem)(SqlType type, const Options& options) = nullptr;
  /// The same for a column with type modifiers: what of these values it would not hold.
  std::string (*misfit)(SqlType type, const TypeModifiers& modifiers, const Options& options) = nullptr;
  /// Out of how many equally likely values each row's is drawn, whatever the other rows' are, all of one
  /// width: their order is random then, and theory says what an index of them comes to. (Where values are not
  /// equally likely, the number of such that would repeat as often.) nullptr: values depend on each other.
  double (*independent_draws)(const Options& options) = nullptr;
};

/// Every stream, in the order of `keycost list streams`. The one table to add a line to.
std::span<const StreamDescription* const> key_streams();
const StreamDescription* find_key_stream(std::string_view name);

}  // namespace keycost
