# The version tables of schema/k8s and schema/slurm as C++ constants. Defines TABLE_SOURCES.
file(GLOB TABLE_TOOL_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cc)
add_executable(skiff_tables ${TABLE_TOOL_SOURCES})
target_compile_options(skiff_tables PRIVATE -O0)
target_include_directories(skiff_tables PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(skiff_tables PRIVATE nlohmann_json::nlohmann_json)

set(TABLE_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/generated/tables)
file(MAKE_DIRECTORY ${TABLE_FOLDER})
set(TABLE_SOURCES ${TABLE_FOLDER}/kubernetes_fields.cc ${TABLE_FOLDER}/slurm_parameters.cc)
set(TABLE_INPUTS
  ${PROJECT_SOURCE_DIR}/schema/k8s/fields.json
  ${PROJECT_SOURCE_DIR}/schema/slurm/parameters.tsv
  ${PROJECT_SOURCE_DIR}/schema/slurm/values.tsv)
add_custom_command(
  OUTPUT ${TABLE_SOURCES}
  COMMAND skiff_tables ${TABLE_INPUTS} ${TABLE_FOLDER}
  DEPENDS skiff_tables ${TABLE_INPUTS}
  COMMENT "Writing the version tables"
  VERBATIM)
