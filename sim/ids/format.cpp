#include "sim/ids/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "sim/date_time.hpp"
#include "sim/ids/base32.hpp"
#include "sim/ids/ksuid.hpp"
#include "sim/ids/snowflake.hpp"
#include "sim/ids/sqids.hpp"
#include "sim/ids/typeid.hpp"
#include "sim/ids/ulid.hpp"
#include "sim/ids/uuid.hpp"

namespace keycost {

namespace {

constexpr std::int64_t us_per_ms = 1000;
// A smaller number would be a snowflake of its layout's first nineteen hours: it is a count.
constexpr std::int64_t smallest_likely_snowflake = std::int64_t{1} << 48;

IdReading refused(std::string wrong) {
  IdReading reading;
  reading.wrong = std::move(wrong);
  return reading;
}

std::optional<std::int64_t> read_integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A uuid in any of its forms, or its bytes as PostgreSQL prints a bytea.
std::optional<Bits128> read_uuid_or_bytes(std::string_view text) {
  if (text.starts_with("\\x") && text.size() == 34) text.remove_prefix(2);
  return parse_uuid_text(text);
}

constexpr std::string_view not_a_uuid =
    "is not a uuid: 32 hexadecimal digits, as in 01890a5d-ac96-774b-bcce-b302099a8057";

std::string node_text(std::uint64_t node) {
  std::string text;
  for (int shift = 40; shift >= 0; shift -= 8)
    text += fmt::format("{}{:02x}", text.empty() ? "" : ":", node >> shift & 0xFF);
  const bool is_multicast = (node >> 40 & 1) != 0;
  return text +
         (is_multicast ? " (drawn at random: its multicast bit is set)" : " (a network card's address)");
}

void set_time(IdReading& reading, std::int64_t unix_us) {
  reading.unix_us = unix_us;
  reading.facts.push_back({"time", print_unix_us(unix_us)});
}

void add_time_based(IdReading& reading, const Bits128& uuid, std::uint64_t ticks) {
  set_time(reading,
           (static_cast<std::int64_t>(ticks) - static_cast<std::int64_t>(gregorian_to_unix_ticks)) / 10);
  reading.facts.push_back({"clock sequence", fmt::format("{}", clock_sequence_of(uuid))});
  reading.facts.push_back({"node", node_text(node_of(uuid))});
}

void add_uuid_v7(IdReading& reading, const Bits128& uuid) {
  set_time(reading, static_cast<std::int64_t>(unix_ms_of_uuid_v7(uuid)) * us_per_ms);
  reading.facts.push_back(
      {"rand_a",
       fmt::format("0x{:03x} (as a fraction of the millisecond, which PostgreSQL 18 writes there: {} µs)",
                   rand_a_of(uuid), rand_a_of(uuid) * 1000 / 4096)});
  reading.facts.push_back({"rand_b", fmt::format("0x{:016x}", rand_b_of(uuid))});
}

/// A uuid of `version`, with the variant of the RFC.
std::optional<Bits128> uuid_of_version(std::string_view text, int version, IdReading& reading) {
  const std::optional<Bits128> uuid = read_uuid_or_bytes(text);
  if (!uuid) {
    reading.wrong = not_a_uuid;
  } else if (!has_rfc_variant(*uuid)) {
    reading.wrong = fmt::format("is a uuid, but not of the RFC's variant: digit 17 is {:x}, should be 8 to b",
                                uuid->low >> 60);
  } else if (uuid_version(*uuid) != version) {
    reading.wrong =
        fmt::format("is a uuid of version {}, not {}: digit 13 says so", uuid_version(*uuid), version);
  } else {
    return uuid;
  }
  return std::nullopt;
}

IdReading read_uuid_v1(std::string_view text) {
  IdReading reading;
  if (const auto uuid = uuid_of_version(text, 1, reading))
    add_time_based(reading, *uuid, ticks_of_uuid_v1(*uuid));
  return reading;
}

IdReading read_uuid_v6(std::string_view text) {
  IdReading reading;
  if (const auto uuid = uuid_of_version(text, 6, reading))
    add_time_based(reading, *uuid, ticks_of_uuid_v6(*uuid));
  return reading;
}

IdReading read_uuid_v4(std::string_view text) {
  IdReading reading;
  if (uuid_of_version(text, 4, reading)) reading.facts.push_back({"random", "122 bits"});
  return reading;
}

IdReading read_uuid_v7(std::string_view text) {
  IdReading reading;
  if (const auto uuid = uuid_of_version(text, 7, reading)) add_uuid_v7(reading, *uuid);
  return reading;
}

IdReading read_other_uuid(std::string_view text) {
  IdReading reading;
  const std::optional<Bits128> uuid = read_uuid_or_bytes(text);
  if (!uuid) return refused(std::string(not_a_uuid));
  const int version = uuid_version(*uuid);
  if (!has_rfc_variant(*uuid)) return refused("is not of the RFC's variant, so it has no version");
  if (version == 1 || version == 4 || version == 6 || version == 7)
    return refused(fmt::format("is of version {}; see uuidv{}", version, version));
  constexpr std::array<std::string_view, 16> meanings{
      "none", "", "DCE security", "MD5 of a name", "", "SHA-1 of a name", "", "", "the application's own"};
  const std::string_view meaning = meanings[static_cast<std::size_t>(version)];
  reading.facts.push_back(
      {"version", fmt::format("{}{}", version, meaning.empty() ? "" : fmt::format(" ({})", meaning))});
  reading.is_likely = !meaning.empty();
  return reading;
}

IdReading read_swapped(std::string_view text) {
  const std::optional<Bits128> bytes = read_uuid_or_bytes(text);
  if (!bytes) return refused(std::string(not_a_uuid));
  const Bits128 uuid = with_time_swapped_back(*bytes);
  if (!has_rfc_variant(uuid) || uuid_version(uuid) != 1)
    return refused("with its time fields swapped back it is no uuid of version 1");
  IdReading reading;
  reading.facts.push_back({"uuid", print_uuid(uuid)});
  add_time_based(reading, uuid, ticks_of_uuid_v1(uuid));
  // Bytes come without hyphens.
  reading.is_likely = text.find('-') == std::string_view::npos;
  return reading;
}

IdReading of_ulid(const Bits128& ulid) {
  IdReading reading;
  set_time(reading, static_cast<std::int64_t>(unix_ms_of_ulid(ulid)) * us_per_ms);
  reading.facts.push_back({"random", fmt::format("0x{:04x}{:016x}", ulid.high & 0xFFFF, ulid.low)});
  return reading;
}

IdReading read_ulid(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  const Base32Reading base32 = decode_base32(upper, base32_upper);
  return base32.bits ? of_ulid(*base32.bits) : refused(base32.wrong);
}

IdReading read_ulid_as_uuid(std::string_view text) {
  const std::optional<Bits128> uuid = read_uuid_or_bytes(text);
  if (!uuid) return refused(std::string(not_a_uuid));
  IdReading reading = of_ulid(*uuid);
  reading.facts.insert(reading.facts.begin(), {"ulid", print_ulid(*uuid)});
  const int version = uuid_version(*uuid);
  reading.is_likely = !has_rfc_variant(*uuid) || version == 0 || version > 8;
  return reading;
}

IdReading read_ksuid_text(std::string_view text) {
  const KsuidReading ksuid = read_ksuid(text);
  if (!ksuid.id) return refused(ksuid.wrong);
  IdReading reading;
  set_time(reading, (std::int64_t{ksuid.id->seconds} + ksuid_epoch_unix_seconds) * 1'000'000);
  reading.facts.push_back(
      {"payload", fmt::format("0x{:016x}{:016x}", ksuid.id->payload.high, ksuid.id->payload.low)});
  return reading;
}

IdReading read_typeid_text(std::string_view text) {
  const TypeIdReading id = read_typeid(text);
  if (!id.id) return refused(id.wrong);
  IdReading reading;
  const Bits128& uuid = id.id->uuid;
  reading.facts.push_back({"prefix", id.id->prefix.empty() ? "none" : id.id->prefix});
  reading.facts.push_back({"uuid", print_uuid(uuid)});
  const bool is_v7 = has_rfc_variant(uuid) && uuid_version(uuid) == 7;
  if (is_v7) add_uuid_v7(reading, uuid);
  reading.is_likely = is_v7 || !id.id->prefix.empty();
  return reading;
}

IdReading read_snowflake(std::string_view text, const SnowflakeLayout& layout) {
  const std::optional<std::int64_t> number = read_integer(text);
  if (!number) return refused("is not a whole number of 64 bits");
  if (*number < 0) return refused("is negative: bit 63 is not used");
  const Snowflake id = decode_snowflake(*number);
  IdReading reading;
  set_time(reading, (static_cast<std::int64_t>(id.ms) + layout.epoch_unix_ms) * us_per_ms);
  reading.facts.push_back({"node", fmt::format("{}", id.node)});
  if (layout.name == "twitter") {
    reading.facts.back().value +=
        fmt::format(" (data centre {}, worker {})", id.node >> snowflake_worker_bits,
                    id.node & ((1U << snowflake_worker_bits) - 1));
  }
  reading.facts.push_back({"counter", fmt::format("{}", id.counter)});
  reading.is_likely = *number >= smallest_likely_snowflake;
  return reading;
}

IdReading read_pgedge(std::string_view text) {
  return read_snowflake(text, snowflake_layouts[0]);
}

IdReading read_twitter(std::string_view text) {
  return read_snowflake(text, snowflake_layouts[1]);
}

IdReading read_sequence(std::string_view text) {
  const std::optional<std::int64_t> number = read_integer(text);
  if (!number) return refused("is not a whole number of 64 bits");
  IdReading reading;
  if (*number >= 0) reading.number = static_cast<std::uint64_t>(*number);
  reading.facts.push_back({"number", fmt::format("{}", *number)});
  reading.is_likely = *number >= 0 && *number < smallest_likely_snowflake;
  return reading;
}

IdReading read_auto_random(std::string_view text) {
  const std::optional<std::int64_t> number = read_integer(text);
  if (!number || *number < 0) return refused("is not a whole number from 0 to 2^63 − 1");
  constexpr int counter_bits = 58;  // AUTO_RANDOM(5): 64 − sign − 5 shard bits
  const auto bits = static_cast<std::uint64_t>(*number);
  IdReading reading;
  reading.number = lowest_bits(bits, counter_bits);
  reading.facts.push_back({"shard", fmt::format("{} of 32", bits >> counter_bits)});
  reading.facts.push_back({"number", fmt::format("{}", *reading.number)});
  reading.is_likely =
      bits >> counter_bits != 0 && *reading.number < static_cast<std::uint64_t>(smallest_likely_snowflake);
  return reading;
}

IdReading read_nanoid(std::string_view text) {
  constexpr std::string_view others = "_-";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_alphanumeric && others.find(c) == std::string_view::npos)
      return refused(fmt::format("character {} is none of A to Z, a to z, 0 to 9, _ and -", i + 1));
  }
  if (text.empty()) return refused("is empty");
  constexpr std::size_t usual_size = 21;
  IdReading reading;
  reading.facts.push_back({"random", fmt::format("{} characters, {} bits", text.size(), 6 * text.size())});
  reading.is_likely = text.size() == usual_size;
  return reading;
}

IdReading read_sqid(std::string_view text) {
  const auto numbers = decode_sqid(text);
  if (!numbers) return refused("is no encoding of numbers in the default alphabet");
  IdReading reading;
  std::string list;
  for (const std::uint64_t number : *numbers) list += fmt::format("{}{}", list.empty() ? "" : ", ", number);
  reading.facts.push_back({numbers->size() == 1 ? "number" : "numbers", list});
  if (numbers->size() == 1) reading.number = numbers->front();
  // Most short texts decode to something. Only one in 62 begins with the character that its numbers call for.
  reading.is_likely = encode_sqid(*numbers, text.size()) == text && read_integer(text) == std::nullopt;
  return reading;
}

constexpr std::string_view creation_time = "when it was made";

constexpr IdFormat format_table[] = {
    {"sequence", "whole number of a sequence", "in the order of insertion",
     "how many there are, and from two of them how fast they come", "bigint",
     "PostgreSQL documentation, CREATE SEQUENCE", read_sequence},
    {"uuidv4", "UUID, version 4", "in no order", "nothing", "uuid", "RFC 9562, section 5.4", read_uuid_v4},
    {"uuidv7", "UUID, version 7", "by time (ms; within it as its maker does)", creation_time, "uuid",
     "RFC 9562, section 5.7", read_uuid_v7},
    {"uuidv1", "UUID, version 1", "not by time: its low bits come first",
     "when it was made, to 100 ns, and on which machine", "uuid", "RFC 9562, section 5.1", read_uuid_v1},
    {"uuidv6", "UUID, version 6", "by time (100 ns)", "when it was made, to 100 ns, and on which machine",
     "uuid", "RFC 9562, section 5.6", read_uuid_v6},
    {"uuid", "UUID of another version", "as its version has it", "as its version has it", "uuid",
     "RFC 9562, section 5", read_other_uuid},
    {"uuid-swapped", "UUID, version 1, with its time fields swapped by UUID_TO_BIN(…, 1)", "by time (100 ns)",
     "when it was made, to 100 ns, and on which machine", "bytea", "MySQL 8.4 Reference Manual, 14.23",
     read_swapped},
    {"ulid", "ULID", "by time (ms)", creation_time, "uuid", "ulid/spec, README", read_ulid},
    {"ulid-as-uuid", "ULID, stored as a uuid", "by time (ms)", creation_time, "uuid", "ulid/spec, README",
     read_ulid_as_uuid},
    {"ksuid", "KSUID", "by time (s)", creation_time, "bytea", "segmentio/ksuid, README", read_ksuid_text},
    {"snowflake-pgedge", "snowflake, pgEdge's layout", "roughly by time (ms, then node)",
     "when and on which machine it was made", "bigint", "pgEdge snowflake extension, README", read_pgedge},
    {"snowflake-twitter", "snowflake, Twitter's layout", "roughly by time (ms, then node)",
     "when and on which machine it was made", "bigint", "Twitter snowflake 2010, IdWorker.scala",
     read_twitter},
    {"auto_random", "AUTO_RANDOM(5) of TiDB", "in the order of insertion within each of 32 shards",
     "how many there are", "bigint", "TiDB documentation, AUTO_RANDOM", read_auto_random},
    {"nanoid", "NanoID", "in no order", "nothing", "text", "ai/nanoid, README", read_nanoid},
    {"typeid", "TypeID", "by time (ms; within it as its maker does)",
     "when it was made, and the kind of thing", "uuid", "jetify-com/typeid, spec/README (0.3.0)",
     read_typeid_text},
    {"sqids", "Sqid, default alphabet", "in no order", "the count, to whoever decodes it", "bigint",
     "sqids/sqids-spec, README", read_sqid},
};

}  // namespace

std::span<const IdFormat> id_formats() {
  return format_table;
}

const IdFormat* find_id_format(std::string_view name) {
  const auto* found = std::find_if(std::begin(format_table), std::end(format_table),
                                   [name](const IdFormat& format) { return format.name == name; });
  return found == std::end(format_table) ? nullptr : found;
}

std::string print_unix_us(std::int64_t unix_us) {
  constexpr std::int64_t unix_to_2000_us = 946'684'800'000'000;
  return print_timestamp(unix_us - unix_to_2000_us, true);
}

}  // namespace keycost
