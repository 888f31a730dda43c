#include "sim/metrics.hpp"

namespace keycost {

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::rows:
      return "rows";
    case Unit::records:
      return "records";
    case Unit::images:
      return "images";
    case Unit::bytes:
      return "bytes";
    case Unit::buffers:
      return "buffers";
    case Unit::pages:
      return "pages";
    case Unit::levels:
      return "levels";
    case Unit::checkpoints:
      return "checkpoints";
    case Unit::block_number:
      return "block number";
    case Unit::percent:
      return "percent";
  }
  return "";
}

}  // namespace keycost
