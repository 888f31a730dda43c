// Complex numbers for the theory. std::complex may divide differently from one library to the next; here the
// formulas are fixed, so that results are the same to the bit.
#pragma once

namespace keycost::theory {

struct Complex {
  double real = 0;
  double imaginary = 0;

  double squared_length() const { return real * real + imaginary * imaginary; }
  Complex conjugate() const { return {real, -imaginary}; }
};

inline Complex operator+(Complex a, Complex b) {
  return {a.real + b.real, a.imaginary + b.imaginary};
}
inline Complex operator-(Complex a, Complex b) {
  return {a.real - b.real, a.imaginary - b.imaginary};
}
inline Complex operator*(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
inline Complex operator*(double a, Complex b) {
  return {a * b.real, a * b.imaginary};
}
inline Complex operator/(Complex a, Complex b) {
  const double length = b.squared_length();
  return (1.0 / length) * (a * b.conjugate());
}

}  // namespace keycost::theory
