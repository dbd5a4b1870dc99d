// skiff_tables FIELDS.json PARAMETERS.tsv VALUES.tsv OUT: writes OUT/kubernetes_fields.cc and OUT/slurm_parameters.cc, the
// constants behind verify/tables.h.

#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "tables/tables.h"

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (!(file << text << std::flush)) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: skiff_tables FIELDS.json PARAMETERS.tsv VALUES.tsv OUT\n";
    return 2;
  }
  try {
    const std::string out = argv[4];
    write(out + "/kubernetes_fields.cc", skiff::kubernetes_source(contents(argv[1])));
    write(out + "/slurm_parameters.cc", skiff::slurm_source(contents(argv[2]), contents(argv[3])));
  } catch (const std::exception& error) {
    std::cerr << "skiff_tables: " << error.what() << '\n';
    return 1;
  }
}
