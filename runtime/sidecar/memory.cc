#include "sidecar/memory.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>

#include <cstddef>

namespace skiff::sidecar {
namespace {

// Drops the read-only segments of the program itself, which is listed first. Writable segments hold data that is not
// in the file.
int give_back_code(dl_phdr_info* program, std::size_t, void*) {
  constexpr ElfW(Addr) page = 4096;
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    const auto& part = program->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W)) continue;
    const auto begin = (program->dlpi_addr + part.p_vaddr) & ~(page - 1);
    const auto end = (program->dlpi_addr + part.p_vaddr + part.p_memsz) & ~(page - 1);
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  return 1;
}

}  // namespace

void give_memory_back() {
  malloc_trim(0);
  dl_iterate_phdr(give_back_code, nullptr);
}

}  // namespace skiff::sidecar
