#include "nvml.h"

#include <dlfcn.h>

namespace skiff::health::nvml {
namespace {

template <class F>
void find(void* library, F& function, const char* name, const char* before = nullptr) {
  void* found = dlsym(library, name);
  if (!found && before) found = dlsym(library, before);
  function = reinterpret_cast<F>(found);
}

}  // namespace

std::string load(const std::string& library, Api& api) {
  void* open = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!open) {
    const char* why = dlerror();
    return why ? why : "dlopen failed";
  }
  find(open, api.init, "nvmlInit_v2");
  find(open, api.shutdown, "nvmlShutdown");
  find(open, api.device_count, "nvmlDeviceGetCount_v2");
  find(open, api.device_by_index, "nvmlDeviceGetHandleByIndex_v2");
  find(open, api.name, "nvmlDeviceGetName");
  find(open, api.pci, "nvmlDeviceGetPciInfo_v3");
  find(open, api.minor_number, "nvmlDeviceGetMinorNumber");
  find(open, api.memory_errors, "nvmlDeviceGetMemoryErrorCounter");
  find(open, api.total_errors, "nvmlDeviceGetTotalEccErrors");
  find(open, api.remapped_rows, "nvmlDeviceGetRemappedRows");
  find(open, api.ecc_mode, "nvmlDeviceGetEccMode");
  find(open, api.clock_reasons, "nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons");
  find(open, api.temperature, "nvmlDeviceGetTemperature");
  find(open, api.temperature_threshold, "nvmlDeviceGetTemperatureThreshold");
  find(open, api.link_state, "nvmlDeviceGetNvLinkState");
  find(open, api.link_errors, "nvmlDeviceGetNvLinkErrorCounter");
  find(open, api.fields, "nvmlDeviceGetFieldValues");
  find(open, api.pcie_generation, "nvmlDeviceGetCurrPcieLinkGeneration");
  find(open, api.pcie_max_generation, "nvmlDeviceGetMaxPcieLinkGeneration");
  find(open, api.pcie_width, "nvmlDeviceGetCurrPcieLinkWidth");
  find(open, api.pcie_max_width, "nvmlDeviceGetMaxPcieLinkWidth");
  find(open, api.utilization, "nvmlDeviceGetUtilizationRates");
  find(open, api.fabric, "nvmlDeviceGetGpuFabricInfo");
  find(open, api.persistence, "nvmlDeviceGetPersistenceMode");
  find(open, api.processes, "nvmlDeviceGetComputeRunningProcesses_v3");
  find(open, api.memory, "nvmlDeviceGetMemoryInfo_v2");
  find(open, api.inforom, "nvmlDeviceValidateInforom");
  if (!api.init || !api.device_count || !api.device_by_index) return library + " lacks required NVML functions";
  return "";
}

std::string_view describe(Return error) {
  switch (error) {
    case success:
      return "success";
    case not_supported:
      return "not supported";
    case no_permission:
      return "no permission";
    case not_found:
      return "not found";
    case driver_not_loaded:
      return "the driver is not loaded";
    case timeout:
      return "the driver does not answer";
    case library_not_found:
      return "a driver library is missing";
    case function_not_found:
      return "the driver library is too old";
    case corrupted_inforom:
      return "the infoROM is corrupted";
    case gpu_is_lost:
      return "the GPU is lost";
    case reset_required:
      return "the GPU must be reset";
    case version_mismatch:
      return "the versions of the driver and its library differ";
    default:
      return "an unknown error";
  }
}

bool broken(Return error) { return error == corrupted_inforom || error == gpu_is_lost || error == reset_required; }

}  // namespace skiff::health::nvml
