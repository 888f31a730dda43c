// The streams that exist, each defined in a file of its own. The table is in table.cpp.
#pragma once

#include "sim/streams/key_stream.hpp"

namespace keycost {

extern const StreamDescription identity_stream;
extern const StreamDescription counter_stream;
extern const StreamDescription interleaved_stream;
extern const StreamDescription uuid_v4_stream;
extern const StreamDescription uuid_v7_stream;
extern const StreamDescription uuid_v1_stream;
extern const StreamDescription uuid_v6_stream;
extern const StreamDescription ulid_stream;
extern const StreamDescription ksuid_stream;
extern const StreamDescription snowflake_stream;
extern const StreamDescription nanoid_stream;
extern const StreamDescription typeid_stream;
extern const StreamDescription sqids_stream;
extern const StreamDescription bit_reversed_stream;
extern const StreamDescription hashed_stream;
extern const StreamDescription auto_random_stream;
extern const StreamDescription template_text_stream;
extern const StreamDescription clock_stream;
extern const StreamDescription constant_stream;

}  // namespace keycost
