# What `cmake --install` puts where. Component "program": the program with its manual page, completions, scenarios and
# schema; component "development": the library of the simulation, sim/, for other CMake projects.
include(CMakePackageConfigHelpers)

install(TARGETS keycost RUNTIME COMPONENT program)

# The program writes its own manual page and completions, so that they are those of the program beside them.
set(written ${PROJECT_BINARY_DIR}/written)
file(MAKE_DIRECTORY ${written})
function(write_with_program file)
  add_custom_command(OUTPUT ${written}/${file} COMMAND keycost ${ARGN} > ${written}/${file} DEPENDS keycost VERBATIM)
  set_property(GLOBAL APPEND PROPERTY KEYCOST_WRITTEN ${written}/${file})
endfunction()
write_with_program(keycost.1 manual)
write_with_program(keycost.bash completion bash)
write_with_program(_keycost completion zsh)
write_with_program(keycost.fish completion fish)
get_property(written_files GLOBAL PROPERTY KEYCOST_WRITTEN)
add_custom_target(keycost_written ALL DEPENDS ${written_files})

install(FILES ${written}/keycost.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${written}/keycost.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME keycost
        COMPONENT program)
install(FILES ${written}/_keycost DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${written}/keycost.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)

install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/keycost COMPONENT program
        FILES_MATCHING PATTERN "*.json" PATTERN "*.csv" PATTERN "README.md")
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# find_package(keycost) gives keycost::sim; includes are "sim/scenario.hpp", as here.
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/keycost)
install(TARGETS keycost_sim EXPORT keycostTargets ARCHIVE COMPONENT development)
install(DIRECTORY sim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/keycost COMPONENT development
        FILES_MATCHING PATTERN "*.hpp")
install(EXPORT keycostTargets NAMESPACE keycost:: DESTINATION ${config_folder} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/keycostConfig.cmake.in ${PROJECT_BINARY_DIR}/keycostConfig.cmake
                              INSTALL_DESTINATION ${config_folder})
# Before 1.0 a minor version may change what the headers say.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/keycostConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/keycostConfig.cmake ${PROJECT_BINARY_DIR}/keycostConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT development)
