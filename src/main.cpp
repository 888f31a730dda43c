#include "src/command/command.hpp"

int main(int argument_count, char** arguments) {
  return keycost::run_program(argument_count, arguments);
}
