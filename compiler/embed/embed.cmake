# The tables that are embedded in the program. skiff_embed generates them at build time. Defines EMBEDDED_SOURCES and EMBEDDED_INCLUDE,
# the directory that contains "embedded/NAME.h". A new file in one of the directories below needs no line here.
file(GLOB EMBED_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cc)
list(FILTER EMBED_SOURCES EXCLUDE REGEX "(_test|/main)\\.cc$")
# Not optimized: it runs only for a moment, at build time and in tests, and optimizing it would take far longer.
if(SKIFF_EMBED)
  # Use the skiff_embed of another build, because its output does not depend on how it was built.
  add_executable(skiff_embed IMPORTED GLOBAL)
  set_target_properties(skiff_embed PROPERTIES IMPORTED_LOCATION ${SKIFF_EMBED})
else()
  add_library(skiff_embed_parts STATIC ${EMBED_SOURCES})
  target_compile_options(skiff_embed_parts PRIVATE -O0)
  target_link_libraries(skiff_embed_parts PRIVATE skiff_read nlohmann_json::nlohmann_json valijson)
  add_executable(skiff_embed ${CMAKE_CURRENT_LIST_DIR}/main.cc)
  target_link_libraries(skiff_embed PRIVATE skiff_embed_parts skiff_read)
endif()

set(EMBEDDED_INCLUDE ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(EMBEDDED_SOURCES "")
file(MAKE_DIRECTORY ${EMBEDDED_INCLUDE}/embedded)

# embed_kind(KIND ALSO FILE...): embeds files, with paths relative to the repository. They are sorted, so that the tables do not depend
# on the machine. ALSO is the extension of a second output beside KIND.cc: h, re or "".
function(embed_kind kind also)
  set(files ${ARGN})
  list(SORT files)
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE dependencies)
  set(outputs ${EMBEDDED_INCLUDE}/embedded/${kind}.cc)
  if(also)
    list(APPEND outputs ${EMBEDDED_INCLUDE}/embedded/${kind}.${also})
  endif()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND skiff_embed ${kind} ${EMBEDDED_INCLUDE} ${PROJECT_SOURCE_DIR} ${files}
    DEPENDS skiff_embed ${dependencies}
    COMMENT "Embedding ${kind}"
    VERBATIM)
  set(EMBEDDED_SOURCES ${EMBEDDED_SOURCES} ${outputs} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE EMBED_TEMPLATES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/*.yaml)
file(GLOB EMBED_LAYOUTS RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/slurm/*.conf)
file(GLOB EMBED_CATALOGUE RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/schema/catalogue/*.yaml)
file(GLOB EMBED_RULES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/compiler/*/SKF*.md)
file(GLOB EMBED_FILES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/runtime/pod/*.sh
  # `skiff policy script` prints it.
  ${PROJECT_SOURCE_DIR}/compiler/policy/dump.sh
  ${PROJECT_SOURCE_DIR}/templates/gitattributes
  # `skiff explain` prints these examples of rules.
  ${PROJECT_SOURCE_DIR}/golden/errors/*.yaml)
# `skiff schema` prints the schema, and `skiff init` writes it. `skiff init --trial` writes the spec of quickstart.
foreach(file schema/cluster.schema.json examples/quickstart/cluster.yaml)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${file})
    list(APPEND EMBED_FILES ${file})
  endif()
endforeach()

embed_kind(templates h ${EMBED_TEMPLATES})
embed_kind(layouts h ${EMBED_LAYOUTS})
embed_kind(catalogue "" ${EMBED_CATALOGUE})
embed_kind(files h ${EMBED_FILES})
embed_kind(rules "" ${EMBED_RULES})
embed_kind(schema re schema/cluster.schema.json)
embed_kind(slurm "" schema/slurm/companions.tsv schema/slurm/forms.tsv schema/slurm/parameters.tsv schema/slurm/restart.tsv schema/slurm/values.tsv)
embed_kind(slurm_files "" schema/slurm/files.tsv)
embed_kind(slurm_plugins "" schema/slurm/plugins.tsv)
embed_kind(kubernetes "" schema/k8s/crds.json schema/k8s/fields.json)
embed_kind(immutable "" schema/k8s/immutable.tsv)
embed_kind(shared h schema/shared.yaml)

# The patterns of the schema as code, because compiling them at run time took a quarter of the time of a small build.
find_program(RE2C re2c REQUIRED)
set(PATTERNS ${EMBEDDED_INCLUDE}/embedded/schema_patterns.cc)
add_custom_command(
  OUTPUT ${PATTERNS}
  COMMAND ${RE2C} --no-generation-date --no-debug-info -o ${PATTERNS} ${EMBEDDED_INCLUDE}/embedded/schema.re
  DEPENDS ${EMBEDDED_INCLUDE}/embedded/schema.re
  COMMENT "Writing matchers of the schema's patterns"
  VERBATIM)
list(APPEND EMBEDDED_SOURCES ${PATTERNS})
list(REMOVE_ITEM EMBEDDED_SOURCES ${EMBEDDED_INCLUDE}/embedded/schema.re)

# Other targets need the generated headers before the library that contains them is built.
add_custom_target(skiff_embedded DEPENDS ${EMBEDDED_SOURCES})
