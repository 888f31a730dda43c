// The commands that hold the simulation against a real server.
#pragma once

#include "src/command/command.hpp"

namespace keycost {

extern const Command lab_command;
extern const Command import_command;

}  // namespace keycost
