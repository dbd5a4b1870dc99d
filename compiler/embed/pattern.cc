#include "embed/pattern.h"

#include <algorithm>
#include <bitset>
#include <limits>
#include <map>
#include <set>

namespace skiff::embed {
namespace {

using Bytes = std::bitset<256>;
constexpr int unlimited = -1;
constexpr std::size_t max_states = 20'000;

// A part of the expression.
struct Part {
  enum class Kind { bytes, sequence, choice, repeat };

  Kind kind = Kind::sequence;
  Bytes bytes;
  std::vector<Part> parts;
  int least = 1;
  int most = 1;

  bool beyond_ascii() const {
    for (std::size_t byte = 0x80; byte < 0x100; ++byte) {
      if (bytes[byte]) return true;
    }
    return std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.beyond_ascii(); });
  }
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Part parse() {
    if (text_.size() < 2 || text_.front() != '^' || text_.back() != '$') fail("must be ^...$");
    text_ = text_.substr(1, text_.size() - 2);
    Part whole = choice();
    if (at_ < text_.size()) fail("a bracket closes nothing");
    // `^a|b$` is anchored at one end of each branch only.
    if (whole.kind == Part::Kind::choice) fail("put the branches of | in a group");
    return whole;
  }

 private:
  [[noreturn]] static void fail(const std::string& why) { throw BadPattern("pattern: " + why); }
  bool more() const { return at_ < text_.size(); }
  char peek() const { return more() ? text_[at_] : '\0'; }
  char take() {
    if (!more()) fail("ends too early");
    return text_[at_++];
  }

  Part choice() {
    Part all{.kind = Part::Kind::choice};
    all.parts.push_back(sequence());
    while (peek() == '|') {
      take();
      all.parts.push_back(sequence());
    }
    if (all.parts.size() > 1) return all;
    Part only = std::move(all.parts.front());
    return only;
  }

  Part sequence() {
    Part all{.kind = Part::Kind::sequence};
    while (more() && peek() != '|' && peek() != ')') all.parts.push_back(repeated(atom()));
    return all;
  }

  Part atom() {
    const char c = take();
    Part part{.kind = Part::Kind::bytes};
    switch (c) {
      case '(':
        if (peek() == '?') fail("only plain groups are supported");
        part = choice();
        if (take() != ')') fail("a group is not closed");
        return part;
      case '[':
        part.bytes = set();
        return part;
      case '.':
        part.bytes.set();
        part.bytes.reset('\n');
        return part;
      case '\\':
        part.bytes.set(escaped());
        return part;
      case '^':
      case '$':
      case '*':
      case '+':
      case '?':
      case '{':
        fail(std::string("unexpected ") + c);
      default:
        part.bytes.set(ascii(c));
        return part;
    }
  }

  static unsigned ascii(char c) {
    if (static_cast<unsigned char>(c) >= 0x80) fail("only ASCII characters are supported");
    return static_cast<unsigned char>(c);
  }

  unsigned escaped() {
    const char c = take();
    if (c == 'x') {
      const std::string digits = {take(), take()};
      if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) fail("\\x needs two digits");
      const auto value = static_cast<unsigned>(std::stoul(digits, nullptr, 16));
      if (value >= 0x80) fail("only ASCII characters are supported");
      return value;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      fail(std::string("\\") + c + " is not supported");
    }
    return ascii(c);
  }

  unsigned member() {
    const char c = take();
    if (c == '[') fail("write \\[ inside a class");
    return c == '\\' ? escaped() : ascii(c);
  }

  Bytes set() {
    Bytes bytes;
    const bool negated = peek() == '^';
    if (negated) take();
    if (peek() == ']') fail("a class is empty");
    while (peek() != ']') {
      const unsigned from = member();
      unsigned to = from;
      if (peek() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        take();
        to = member();
        if (to < from) fail("a range is upside down");
      }
      for (unsigned byte = from; byte <= to; ++byte) bytes.set(byte);
    }
    take();
    return negated ? ~bytes : bytes;
  }

  Part repeated(Part part) {
    int least = 1;
    int most = 1;
    switch (peek()) {
      case '*':
        least = 0;
        most = unlimited;
        break;
      case '+':
        most = unlimited;
        break;
      case '?':
        least = 0;
        break;
      case '{':
        take();
        least = most = number();
        if (peek() == ',') {
          take();
          most = peek() == '}' ? unlimited : number();
        }
        if (peek() != '}' || (most != unlimited && most < least)) fail("a count is wrong");
        if (part.beyond_ascii()) fail("what matches more than ASCII can't be counted; use maxLength");
        break;
      default:
        return part;
    }
    take();
    if (peek() == '*' || peek() == '+' || peek() == '?' || peek() == '{') fail("two counts in a row");
    Part out{.kind = Part::Kind::repeat, .least = least, .most = most};
    out.parts.push_back(std::move(part));
    return out;
  }

  int number() {
    int value = 0;
    if (peek() < '0' || peek() > '9') fail("a count is wrong");
    while (peek() >= '0' && peek() <= '9' && value < 10'000) value = value * 10 + (take() - '0');
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Thompson's construction: each state goes on by one set of bytes, or freely to up to two others.
class Nfa {
 public:
  explicit Nfa(const Part& part) {
    const int end = state(State());  // state 0 accepts
    start_ = add(part, end);
  }

  using Set = std::set<int>;

  Set closed(Set states) const {
    std::vector<int> open(states.begin(), states.end());
    while (!open.empty()) {
      const State at = states_[static_cast<std::size_t>(open.back())];
      open.pop_back();
      for (const int next : at.free) {
        if (next >= 0 && states.insert(next).second) open.push_back(next);
      }
    }
    return states;
  }
  Set start() const { return closed({start_}); }
  Set step(const Set& from, unsigned byte) const {
    Set to;
    for (const int index : from) {
      const State& at = states_[static_cast<std::size_t>(index)];
      if (at.bytes[byte]) to.insert(at.next);
    }
    return closed(std::move(to));
  }
  static bool accepts(const Set& states) { return states.count(0) > 0; }

  // Bytes that no state tells apart get one class.
  std::uint32_t classes(std::array<std::uint8_t, 256>& out) const {
    std::map<std::vector<bool>, std::uint8_t> known;
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::vector<bool> taken;
      for (const State& at : states_) taken.push_back(at.bytes[byte]);
      out[byte] = known.emplace(std::move(taken), static_cast<std::uint8_t>(known.size())).first->second;
    }
    return static_cast<std::uint32_t>(known.size());
  }

 private:
  struct State {
    Bytes bytes;
    int next = -1;
    std::array<int, 2> free = {-1, -1};
  };

  int state(const State& at) {
    states_.push_back(at);
    if (states_.size() > max_states) throw BadPattern("pattern: too large");
    return static_cast<int>(states_.size()) - 1;
  }

  // The state from which `part` leads to `to`.
  int add(const Part& part, int to) {
    switch (part.kind) {
      case Part::Kind::bytes:
        return state({.bytes = part.bytes, .next = to});
      case Part::Kind::sequence:
        for (auto each = part.parts.rbegin(); each != part.parts.rend(); ++each) to = add(*each, to);
        return to;
      case Part::Kind::choice: {
        int from = add(part.parts.back(), to);
        for (std::size_t i = part.parts.size() - 1; i-- > 0;) from = state({.free = {add(part.parts[i], to), from}});
        return from;
      }
      case Part::Kind::repeat:
        break;
    }
    int from = to;
    if (part.most == unlimited) {
      from = state(State());
      const int inside = add(part.parts[0], from);
      states_[static_cast<std::size_t>(from)].free = {inside, to};
    } else {
      for (int i = part.least; i < part.most; ++i) from = state({.free = {add(part.parts[0], from), to}});
    }
    for (int i = 0; i < part.least; ++i) from = add(part.parts[0], from);
    return from;
  }

  std::vector<State> states_;
  int start_ = 0;
};

}  // namespace

CompiledPattern compile_pattern(std::string_view pattern) {
  const Nfa nfa(Parser(pattern).parse());
  CompiledPattern out;
  out.width = nfa.classes(out.classes);
  std::vector<unsigned> sample(out.width);  // a byte of each class
  for (unsigned byte = 0; byte < 256; ++byte) sample[out.classes[byte]] = byte;

  std::map<Nfa::Set, std::uint16_t> known = {{{}, 0}, {nfa.start(), 1}};
  std::vector<Nfa::Set> states = {{}, nfa.start()};
  for (std::size_t at = 0; at < states.size(); ++at) {
    out.accepting.push_back(Nfa::accepts(states[at]) ? 1 : 0);
    for (const unsigned byte : sample) {
      Nfa::Set to = nfa.step(states[at], byte);
      const auto [found, is_new] = known.emplace(to, static_cast<std::uint16_t>(states.size()));
      if (is_new) states.push_back(std::move(to));
      out.next.push_back(found->second);
    }
    if (states.size() > max_states) throw BadPattern("pattern: too large");
  }
  return out;
}

}  // namespace skiff::embed
