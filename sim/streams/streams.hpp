// The streams that exist, each defined in a file of its own. The table is in table.cpp.
#pragma once

#include "sim/streams/key_stream.hpp"

namespace keycost {

extern const StreamDescription counter_stream;
extern const StreamDescription identity_stream;
extern const StreamDescription uuid_v4_stream;
extern const StreamDescription uuid_v7_stream;
extern const StreamDescription snowflake_stream;
extern const StreamDescription template_text_stream;
extern const StreamDescription clock_stream;
extern const StreamDescription constant_stream;

}  // namespace keycost
