#pragma once

#include <string>
#include <string_view>

namespace skiff::health {

/// The functions of NVIDIA's management library that are used here, declared after its public ABI (nvml.h of the
/// driver). Numbers, structs and symbol names never change within a versioned symbol.
namespace nvml {

using Return = int;
constexpr Return success = 0, not_supported = 3, no_permission = 4, not_found = 6, driver_not_loaded = 9, timeout = 10,
                 library_not_found = 12, function_not_found = 13, corrupted_inforom = 14, gpu_is_lost = 15,
                 reset_required = 16, version_mismatch = 18;

struct DeviceHandle;
using Device = DeviceHandle*;

struct Pci {
  char bus_id_legacy[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};
struct Utilization {
  unsigned gpu, memory;
};
struct Memory {  // nvmlMemory_v2_t
  unsigned version;
  unsigned long long total, reserved, free, used;
};
constexpr unsigned memory_version = sizeof(Memory) | 2u << 24;
struct Process {  // nvmlProcessInfo_t of the _v3 call
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};
struct Fabric {  // nvmlGpuFabricInfo_t
  unsigned char cluster[16];
  Return status;
  unsigned clique;
  unsigned char state;
};
constexpr unsigned char fabric_not_supported = 0, fabric_completed = 3;
struct Field {
  unsigned id, scope;
  long long timestamp, latency;
  int type;
  Return result;
  union {
    double floating;
    unsigned whole;
    unsigned long long large;
  } value;
};
constexpr unsigned field_nvlink_speed = 164;  // MB/s of one link, which is the scope
constexpr int corrected = 0, uncorrected = 1, volatile_counter = 0, aggregate_counter = 1, dram = 2, sram = 7;
constexpr int slowdown_temperature = 1, links = 18, link_counters = 4;

/// Clock event reasons that indicate a fault: a slowdown by the hardware in general, by software because of heat, by
/// the hardware because of heat, and by the power brake.
constexpr unsigned long long hw_slowdown = 0x8, sw_thermal = 0x20, hw_thermal = 0x40, power_brake = 0x80;

/// Pointers to functions; null if the driver's library is too old to have the function.
struct Api {
  Return (*init)() = nullptr;
  Return (*shutdown)() = nullptr;
  Return (*device_count)(unsigned*) = nullptr;
  Return (*device_by_index)(unsigned, Device*) = nullptr;
  Return (*name)(Device, char*, unsigned) = nullptr;
  Return (*pci)(Device, Pci*) = nullptr;
  Return (*minor_number)(Device, unsigned*) = nullptr;
  Return (*memory_errors)(Device, int type, int counter, int location, unsigned long long*) = nullptr;
  Return (*total_errors)(Device, int type, int counter, unsigned long long*) = nullptr;
  Return (*remapped_rows)(Device, unsigned* corrected, unsigned* uncorrected, unsigned* pending,
                          unsigned* failed) = nullptr;
  Return (*ecc_mode)(Device, int* current, int* pending) = nullptr;
  Return (*clock_reasons)(Device, unsigned long long*) = nullptr;
  Return (*temperature)(Device, int sensor, unsigned*) = nullptr;
  Return (*temperature_threshold)(Device, int type, unsigned*) = nullptr;
  Return (*link_state)(Device, unsigned link, int*) = nullptr;
  Return (*link_errors)(Device, unsigned link, int counter, unsigned long long*) = nullptr;
  Return (*fields)(Device, int count, Field*) = nullptr;
  Return (*pcie_generation)(Device, unsigned*) = nullptr;
  Return (*pcie_max_generation)(Device, unsigned*) = nullptr;
  Return (*pcie_width)(Device, unsigned*) = nullptr;
  Return (*pcie_max_width)(Device, unsigned*) = nullptr;
  Return (*utilization)(Device, Utilization*) = nullptr;
  Return (*fabric)(Device, Fabric*) = nullptr;
  Return (*persistence)(Device, int*) = nullptr;
  Return (*processes)(Device, unsigned* count, Process*) = nullptr;
  Return (*memory)(Device, Memory*) = nullptr;
  Return (*inforom)(Device) = nullptr;
};

/// Opens a library by its name and fills `api`. Returns an empty string, or the error.
std::string load(const std::string& library, Api& api);

/// The text of an error. NVML's own text is not used, because the library may be missing.
std::string_view describe(Return error);

/// True for errors that mean a broken GPU. Other errors say nothing about the GPU.
bool broken(Return error);

/// Calls a function that may be missing; returns `function_not_found` if it is.
template <class... P, class... A>
Return call(Return (*function)(P...), A... arguments) {
  return function ? function(arguments...) : function_not_found;
}

}  // namespace nvml
}  // namespace skiff::health
