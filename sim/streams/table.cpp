// Every key stream. To add one: a file beside this one, a declaration in streams.hpp and a line here.
#include "sim/streams/streams.hpp"

namespace keycost {

namespace {

constexpr const StreamDescription* stream_table[] = {
    &identity_stream,    &counter_stream,       &interleaved_stream, &uuid_v4_stream,      &uuid_v7_stream,
    &uuid_v1_stream,     &uuid_v6_stream,       &ulid_stream,        &ksuid_stream,        &snowflake_stream,
    &nanoid_stream,      &typeid_stream,        &sqids_stream,       &bit_reversed_stream, &hashed_stream,
    &auto_random_stream, &template_text_stream, &clock_stream,       &constant_stream,
};

}  // namespace

std::span<const StreamDescription* const> key_streams() {
  return stream_table;
}

const StreamDescription* find_key_stream(std::string_view name) {
  for (const StreamDescription* stream : stream_table) {
    if (stream->name == name) return stream;
  }
  return nullptr;
}

}  // namespace keycost
