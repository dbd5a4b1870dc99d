#include <elf.h>

#include <cstdint>
#include <cstring>
#include <optional>

#include "gpu/files.h"

namespace jail {
namespace {

template <typename Type>
std::optional<Type> read(std::string_view bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(Type)) return std::nullopt;
  Type value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// The file offset of an address in the loaded library.
std::optional<std::uint64_t> place(std::string_view bytes, const Elf64_Ehdr& header, std::uint64_t address) {
  for (unsigned index = 0; index < header.e_phnum; ++index) {
    const auto segment = read<Elf64_Phdr>(bytes, header.e_phoff + std::uint64_t{index} * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
        address - segment->p_vaddr < segment->p_filesz) {
      return address - segment->p_vaddr + segment->p_offset;
    }
  }
  return std::nullopt;
}

std::string text(std::string_view bytes, std::uint64_t at) {
  if (at >= bytes.size()) return "";
  const std::size_t end = bytes.find('\0', at);
  return end == std::string_view::npos ? "" : std::string(bytes.substr(at, end - at));
}

}  // namespace

std::string soname_of(std::string_view bytes) {
  const auto header = read<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return "";
  std::optional<std::uint64_t> dynamic, strings, name;
  for (unsigned index = 0; index < header->e_phnum; ++index) {
    const auto segment = read<Elf64_Phdr>(bytes, header->e_phoff + std::uint64_t{index} * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_DYNAMIC) dynamic = segment->p_offset;
  }
  if (!dynamic) return "";
  for (std::uint64_t at = *dynamic;; at += sizeof(Elf64_Dyn)) {
    const auto entry = read<Elf64_Dyn>(bytes, at);
    if (!entry || entry->d_tag == DT_NULL) break;
    if (entry->d_tag == DT_STRTAB) strings = place(bytes, *header, entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) name = entry->d_un.d_val;
  }
  if (!strings || !name) return "";
  std::string soname = text(bytes, *strings + *name);
  // It becomes a file name, so it must not contain a slash.
  return soname.find('/') == std::string::npos ? soname : "";
}

}  // namespace jail
