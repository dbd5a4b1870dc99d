// Starts like an MPI library, but without one: every rank publishes a
// number, all ranks meet, and each reads the number of the next rank.
#include <pmix.h>

#include <cstdio>
#include <cstring>

int main() {
  pmix_proc_t self;
  if (PMIx_Init(&self, nullptr, 0) != PMIX_SUCCESS) return std::puts("no PMIx server"), 1;
  pmix_proc_t all;
  PMIX_PROC_CONSTRUCT(&all);
  std::strncpy(all.nspace, self.nspace, PMIX_MAX_NSLEN);
  all.rank = PMIX_RANK_WILDCARD;
  pmix_value_t* size = nullptr;
  if (PMIx_Get(&all, PMIX_JOB_SIZE, nullptr, 0, &size) != PMIX_SUCCESS) return std::puts("no size"), 1;
  pmix_value_t mine;
  mine.type = PMIX_UINT32;
  mine.data.uint32 = self.rank * 10;
  char key[] = "skiff";
  if (PMIx_Put(PMIX_GLOBAL, key, &mine) != PMIX_SUCCESS || PMIx_Commit() != PMIX_SUCCESS) return std::puts("no put"), 1;
  pmix_info_t collect;
  bool yes = true;
  PMIX_INFO_CONSTRUCT(&collect);
  PMIX_INFO_LOAD(&collect, PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
  if (PMIx_Fence(&all, 1, &collect, 1) != PMIX_SUCCESS) return std::puts("no fence"), 1;
  pmix_proc_t next = self;
  next.rank = (self.rank + 1) % size->data.uint32;
  pmix_value_t* theirs = nullptr;
  if (PMIx_Get(&next, key, nullptr, 0, &theirs) != PMIX_SUCCESS) return std::puts("no get"), 1;
  std::printf("rank %u of %u got %u\n", self.rank, size->data.uint32, theirs->data.uint32);
  return PMIx_Finalize(nullptr, 0) == PMIX_SUCCESS && theirs->data.uint32 == next.rank * 10 ? 0 : 1;
}
