#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skiff {

/// Immutable text that its copies share, because thousands of objects have the same labels. The reference count is not
/// atomic, like that of Origin.
class SharedText {
 public:
  SharedText() = default;
  /// A string literal, which is not copied.
  template <std::size_t n>
  SharedText(const char (&literal)[n]) : SharedText(lasting(std::string_view(literal, n - 1))) {}
  SharedText(const std::string& text) : SharedText(std::string_view(text)) {}
  SharedText(std::string_view text) {
    if (text.empty()) return;
    char* const block = static_cast<char*>(operator new(sizeof(std::uint32_t) + text.size()));
    *new (block) std::uint32_t = 1;
    std::memcpy(block + sizeof(std::uint32_t), text.data(), text.size());
    data_ = block + sizeof(std::uint32_t);
    size_ = static_cast<std::uint32_t>(text.size());
    counted_ = true;
  }
  SharedText(const SharedText& other) : data_(other.data_), size_(other.size_), counted_(other.counted_) {
    if (counted_) ++uses();
  }
  SharedText(SharedText&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        counted_(std::exchange(other.counted_, false)) {}
  SharedText& operator=(SharedText other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(counted_, other.counted_);
    return *this;
  }
  ~SharedText() {
    if (counted_ && --uses() == 0) operator delete(&uses());
  }

  /// Text that lives as long as the program, such as text of a template or table. It is not copied.
  static SharedText lasting(std::string_view text) {
    SharedText shared;
    shared.data_ = text.data();
    shared.size_ = static_cast<std::uint32_t>(text.size());
    return shared;
  }

  std::string_view view() const { return {data_, size_}; }
  operator std::string_view() const { return view(); }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::string str() const { return std::string(view()); }
  template <class T>
  requires std::convertible_to<const T&, std::string_view>
  friend bool operator==(const SharedText& a, const T& b) { return a.view() == std::string_view(b); }

 private:
  std::uint32_t& uses() const {
    return *reinterpret_cast<std::uint32_t*>(const_cast<char*>(data_) - sizeof(std::uint32_t));
  }

  const char* data_ = nullptr;
  std::uint32_t size_ = 0;
  bool counted_ = false;
};

/// A list that its copies share until one of them is changed.
template <class T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> items) : box_(items.empty() ? nullptr : new Box{1, std::move(items)}) {}
  SharedList(const SharedList& other) : box_(other.box_) {
    if (box_) ++box_->uses;
  }
  SharedList(SharedList&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  SharedList& operator=(SharedList other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~SharedList() {
    if (box_ && --box_->uses == 0) delete box_;
  }

  const T* begin() const { return box_ ? box_->items.data() : nullptr; }
  const T* end() const { return box_ ? box_->items.data() + box_->items.size() : nullptr; }
  std::size_t size() const { return box_ ? box_->items.size() : 0; }
  bool empty() const { return size() == 0; }
  const T& operator[](std::size_t i) const { return box_->items[i]; }
  const T& front() const { return box_->items.front(); }
  const T& back() const { return box_->items.back(); }

  /// The items, to be changed. If they are shared, they are copied first.
  std::vector<T>& own() {
    if (!box_) {
      box_ = new Box{1, {}};
    } else if (box_->uses > 1) {
      Box* const copy = new Box{1, box_->items};
      --box_->uses;
      box_ = copy;
    }
    return box_->items;
  }
  void push_back(T&& item) { own().push_back(std::move(item)); }
  void push_back(const T& item) { own().push_back(item); }

  /// A pointer that is equal for all copies that share their items, as long as one of them lives. nullptr if there are
  /// fewer than `least` such copies.
  const void* identity(std::uint32_t least = 2) const { return box_ && box_->uses >= least ? box_ : nullptr; }

 private:
  struct Box {
    std::uint32_t uses;
    std::vector<T> items;
  };
  Box* box_ = nullptr;
};

}  // namespace skiff
