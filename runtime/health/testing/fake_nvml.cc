// A stand-in for NVML that answers from a scenario file: FAKE_NVML_SCENARIO, or the library's own path with `.scenario`
// appended. Each line has a key and a value: `count 8` for the machine, `3.rows.failed 1` for one GPU, `rows.failed 1`
// for all GPUs. Keys that are absent have the values of a healthy H100.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#include "nvml.h"

namespace nvml = skiff::health::nvml;
using nvml::Device;
using nvml::Return;

namespace {

std::string path_of_scenario() {
  if (const char* named = std::getenv("FAKE_NVML_SCENARIO")) return named;
  Dl_info own{};
  dladdr(reinterpret_cast<void*>(&path_of_scenario), &own);
  return std::string(own.dli_fname) + ".scenario";
}

// Each call checks the file, because the scenario may change while a process runs. It is read again only if it has
// changed.
const std::map<std::string, std::string>& scenario() {
  static std::map<std::string, std::string> words;
  static struct stat last {};
  static bool known = false;
  const std::string path = path_of_scenario();
  struct stat now {};
  stat(path.c_str(), &now);
  if (known && now.st_ino == last.st_ino && now.st_mtim.tv_sec == last.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == last.st_mtim.tv_nsec && now.st_size == last.st_size)
    return words;
  last = now;
  known = true;
  words.clear();
  std::ifstream in(path);
  std::string key, value;
  while (in >> key && std::getline(in >> std::ws, value)) words[key] = value;
  return words;
}

std::string text(const std::string& key, const std::string& otherwise) {
  const auto& words = scenario();
  const auto found = words.find(key);
  return found == words.end() ? otherwise : found->second;
}

unsigned long long number(const std::string& key, unsigned long long otherwise) {
  return std::strtoull(text(key, std::to_string(otherwise)).c_str(), nullptr, 0);
}

unsigned index_of(Device device) { return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(device)) - 1; }

std::string of(Device device, const std::string& key, const std::string& otherwise) {
  return text(std::to_string(index_of(device)) + "." + key, text(key, otherwise));
}

unsigned long long of(Device device, const std::string& key, unsigned long long otherwise) {
  return std::strtoull(of(device, key, std::to_string(otherwise)).c_str(), nullptr, 0);
}

// `KEY.error 3` makes the call return this error, `KEY.hang 60` makes it wait for 60 seconds.
Return answer(Device device, const std::string& key) {
  if (const auto seconds = of(device, key + ".hang", 0)) sleep(static_cast<unsigned>(seconds));
  return static_cast<Return>(of(device, key + ".error", 0));
}

template <class T>
Return give(Device device, const std::string& key, T* into, unsigned long long otherwise) {
  const Return error = answer(device, key);
  if (error == nvml::success) *into = static_cast<T>(of(device, key, otherwise));
  return error;
}

}  // namespace

extern "C" {

Return nvmlInit_v2() {
  if (const auto seconds = number("init.hang", 0)) sleep(static_cast<unsigned>(seconds));
  if (number("init.crash", 0)) abort();
  return static_cast<Return>(number("init.error", 0));
}
Return nvmlShutdown() { return nvml::success; }
Return nvmlDeviceGetCount_v2(unsigned* count) {
  *count = static_cast<unsigned>(number("count", 8));
  return nvml::success;
}
Return nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
  *device = reinterpret_cast<Device>(static_cast<std::uintptr_t>(index) + 1);
  const Return error = answer(*device, "handle");
  if (error != nvml::success) *device = nullptr;
  return error;
}
Return nvmlDeviceGetName(Device device, char* name, unsigned length) {
  std::snprintf(name, length, "%s", of(device, "name", "NVIDIA H100 80GB HBM3").c_str());
  return answer(device, "name");
}
Return nvmlDeviceGetPciInfo_v3(Device device, nvml::Pci* pci) {
  std::snprintf(pci->bus_id, sizeof pci->bus_id, "%s", of(device, "pci", "00000000:1B:00.0").c_str());
  return answer(device, "pci");
}
Return nvmlDeviceGetMinorNumber(Device device, unsigned* minor) {
  return give(device, "minor", minor, index_of(device));
}
Return nvmlDeviceGetMemoryErrorCounter(Device device, int type, int counter, int location, unsigned long long* count) {
  const std::string key = std::string("ecc.") + (type ? "uncorrected" : "corrected") +
                          (counter ? ".aggregate" : ".volatile") + (location == nvml::sram ? ".sram" : ".dram");
  return give(device, key, count, 0);
}
Return nvmlDeviceGetTotalEccErrors(Device device, int type, int counter, unsigned long long* count) {
  return give(device,
              std::string("ecc.") + (type ? "uncorrected" : "corrected") + (counter ? ".aggregate" : ".volatile"),
              count, 0);
}
Return nvmlDeviceGetRemappedRows(Device device, unsigned* corrected, unsigned* uncorrected, unsigned* pending,
                                 unsigned* failed) {
  *corrected = static_cast<unsigned>(of(device, "rows.corrected", 0));
  *uncorrected = static_cast<unsigned>(of(device, "rows.uncorrected", 0));
  *pending = static_cast<unsigned>(of(device, "rows.pending", 0));
  *failed = static_cast<unsigned>(of(device, "rows.failed", 0));
  return answer(device, "rows");
}
Return nvmlDeviceGetEccMode(Device device, int* current, int* pending) {
  *current = static_cast<int>(of(device, "ecc.mode", 1));
  *pending = static_cast<int>(of(device, "ecc.pending", 1));
  return answer(device, "ecc.mode");
}
Return nvmlDeviceGetCurrentClocksThrottleReasons(Device device, unsigned long long* reasons) {
  return give(device, "clocks", reasons, 1);
}
Return nvmlDeviceGetTemperature(Device device, int, unsigned* degrees) {
  return give(device, "temperature", degrees, 45);
}
Return nvmlDeviceGetTemperatureThreshold(Device device, int, unsigned* degrees) {
  return give(device, "slowdown", degrees, 90);
}
Return nvmlDeviceGetNvLinkState(Device device, unsigned link, int* state) {
  if (link >= of(device, "links", 18)) return nvml::not_supported;
  return give(device, "link" + std::to_string(link) + ".state", state, 1);
}
Return nvmlDeviceGetNvLinkErrorCounter(Device device, unsigned link, int counter, unsigned long long* count) {
  if (link >= of(device, "links", 18)) return nvml::not_supported;
  return give(device, "link" + std::to_string(link) + ".errors" + std::to_string(counter), count, 0);
}
Return nvmlDeviceGetFieldValues(Device device, int count, nvml::Field* fields) {
  for (int i = 0; i < count; ++i) {
    fields[i].type = 1;
    fields[i].result = give(device, "link" + std::to_string(fields[i].scope) + ".speed", &fields[i].value.whole, 26562);
  }
  return nvml::success;
}
Return nvmlDeviceGetCurrPcieLinkGeneration(Device device, unsigned* value) {
  return give(device, "pcie.generation", value, 5);
}
Return nvmlDeviceGetMaxPcieLinkGeneration(Device device, unsigned* value) {
  return give(device, "pcie.maxGeneration", value, 5);
}
Return nvmlDeviceGetCurrPcieLinkWidth(Device device, unsigned* value) { return give(device, "pcie.width", value, 16); }
Return nvmlDeviceGetMaxPcieLinkWidth(Device device, unsigned* value) {
  return give(device, "pcie.maxWidth", value, 16);
}
Return nvmlDeviceGetUtilizationRates(Device device, nvml::Utilization* rates) {
  rates->memory = 0;
  return give(device, "busy", &rates->gpu, 0);
}
Return nvmlDeviceGetGpuFabricInfo(Device device, nvml::Fabric* fabric) {
  *fabric = {};
  fabric->status = static_cast<Return>(of(device, "fabric.status", 0));
  return give(device, "fabric", &fabric->state, 3);
}
Return nvmlDeviceGetPersistenceMode(Device device, int* mode) { return give(device, "persistence", mode, 1); }
Return nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned* count, nvml::Process* processes) {
  const auto pid = of(device, "process", 0);
  if (pid && *count) processes[0] = {static_cast<unsigned>(pid), 1 << 20, ~0U, ~0U};
  *count = pid ? 1 : 0;
  return answer(device, "process");
}
Return nvmlDeviceGetMemoryInfo_v2(Device device, nvml::Memory* memory) {
  if (memory->version != nvml::memory_version) return 25;
  memory->used = of(device, "memory.used", 0) << 20;
  memory->total = 80ULL << 30;
  return answer(device, "memory");
}
Return nvmlDeviceValidateInforom(Device device) { return answer(device, "inforom"); }
}
