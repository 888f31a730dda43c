// Is every text read or refused by every format of ids; and is what a codec has read written again as what it
// was?
#include "sim/ids/base32.hpp"
#include "sim/ids/format.hpp"
#include "sim/ids/ksuid.hpp"
#include "sim/ids/sqids.hpp"
#include "sim/ids/typeid.hpp"
#include "sim/ids/ulid.hpp"
#include "sim/ids/uuid.hpp"
#include "tests/fuzz/target.hpp"

using namespace keycost;
using namespace keycost::fuzz;

namespace {

void read_by_every_format(std::string_view text) {
  for (const IdFormat& format : id_formats()) {
    const IdReading reading = format.read(text);
    if (!reading.wrong.empty()) continue;
    check(!reading.facts.empty(), "what is an id says something");
    if (reading.unix_us) check(!print_unix_us(*reading.unix_us).empty(), "every time can be printed");
  }
}

void write_again(std::string_view text) {
  if (const auto uuid = parse_uuid_text(text))
    check(parse_uuid_text(print_uuid(*uuid)) == *uuid, "a uuid is written as it was");
  for (const std::string_view alphabet : {base32_lower, base32_upper}) {
    const Base32Reading reading = decode_base32(text, alphabet);
    check(reading.bits.has_value() == reading.wrong.empty(), "base32 is read or refused");
    if (!reading.bits) continue;
    const Base32Reading again = decode_base32(encode_base32(*reading.bits, alphabet), alphabet);
    check(again.bits == reading.bits, "base32 is written as it was");
  }
  const KsuidReading ksuid = read_ksuid(text);
  check(ksuid.id.has_value() == ksuid.wrong.empty(), "a KSUID is read or refused");
  if (ksuid.id) check(print_ksuid(*ksuid.id) == text, "a KSUID is written as it was");
  const TypeIdReading type_id = read_typeid(text);
  check(type_id.id.has_value() == type_id.wrong.empty(), "a TypeID is read or refused");
  if (type_id.id) check(print_typeid(*type_id.id) == text, "a TypeID is written as it was");
  if (const auto numbers = decode_sqid(text)) {
    const auto again = decode_sqid(encode_sqid(*numbers));
    check(again == numbers, "numbers are what their Sqid says");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = as_text(data, size);
  read_by_every_format(text);
  write_again(text);
  return 0;
}
