// Emscripten 3.1.6 brings a standard library without the algorithms of std::ranges. Here are the few that the
// program's sources use, for that compiler alone; it reads this file before every other (-include).
#pragma once

#ifdef __EMSCRIPTEN__

#include <algorithm>
#include <functional>
#include <iterator>

namespace std::ranges {

template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& element) { return std::invoke(projection, element) == value; });
}

template <class Range, class Predicate, class Projection = identity>
auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& element) {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Range, class Predicate, class Projection = identity>
bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), [&](const auto& element) {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Range, class Predicate, class Projection = identity>
bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), [&](const auto& element) {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Range, class Predicate, class Projection = identity>
bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return !any_of(range, predicate, projection);
}

template <class Range, class Value, class Projection = identity>
auto count(Range&& range, const Value& value, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](const auto& element) { return std::invoke(projection, element) == value; });
}

template <class Range, class Predicate, class Projection = identity>
auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range), [&](const auto& element) {
    return std::invoke(predicate, std::invoke(projection, element));
  });
}

template <class Less, class Projection>
auto projected(Less& less, Projection& projection) {
  return [&](const auto& a, const auto& b) {
    return std::invoke(less, std::invoke(projection, a), std::invoke(projection, b));
  };
}

template <class Range, class Less = std::less<>, class Projection = identity>
void sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected(less, projection));
}

template <class Range, class Less = std::less<>, class Projection = identity>
auto min_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), projected(less, projection));
}

template <class Range, class Less = std::less<>, class Projection = identity>
auto max_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::max_element(std::begin(range), std::end(range), projected(less, projection));
}

template <class Iterator>
struct MinMax {
  Iterator min;
  Iterator max;
};

template <class Range, class Less = std::less<>, class Projection = identity>
auto minmax_element(Range&& range, Less less = {}, Projection projection = {}) {
  const auto found = std::minmax_element(std::begin(range), std::end(range), projected(less, projection));
  return MinMax<decltype(std::begin(range))>{found.first, found.second};
}

template <class First, class Second>
bool equal(First&& first, Second&& second) {
  return std::equal(std::begin(first), std::end(first), std::begin(second), std::end(second));
}

}  // namespace std::ranges

#endif
