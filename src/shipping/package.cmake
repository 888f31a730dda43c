# `cpack -G DEB` in a build folder: packages keycost (the program) and libkeycost-dev (the library) for Debian and Ubuntu.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME keycost)
set(CPACK_PACKAGE_VENDOR keycost)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)

set(KEYCOST_PACKAGE_MAINTAINER "keycost <keycost@localhost>" CACHE STRING "Name and address in packages")
set(CPACK_PACKAGE_CONTACT "${KEYCOST_PACKAGE_MAINTAINER}")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME keycost)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Replays keys through a twin of PostgreSQL's or InnoDB's insert path and reports\nhow full and fragmented index pages are and how much log it takes.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libkeycost-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libfmt-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The simulation of keycost as a static library, with headers and a CMake package.")

include(CPack)
