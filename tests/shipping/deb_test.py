#!/usr/bin/env python3
"""Are the Debian packages sound, and does what they install work?

usage: deb_test.py BUILD CXX [--system]

Without --system they are unpacked into a folder and used there. With it (as root, on a machine to be thrown away) they
are installed by apt with their dependencies, used, and removed again. Exit status 77: no dpkg here."""

import pathlib
import shutil
import sys
import tempfile

from installed import check, check_consumer, check_shared_files, check_version, project_version, run


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


def build_packages(build, folder):
    run("cpack", "-G", "DEB", "--config", pathlib.Path(build, "CPackConfig.cmake"), "-B", folder, cwd=folder)
    packages = {field(path, "Package"): path for path in folder.glob("*.deb")}
    check(set(packages) == {"keycost", "libkeycost-dev"}, f"two packages are made: {sorted(packages)}")
    for path in packages.values():
        check(field(path, "Version") == project_version(), "a package has the project's version")
    depends = field(packages["keycost"], "Depends")
    check("libc6" in depends and "libstdc++6" in depends and "libfmt" in depends, f"dependencies are found: {depends}")
    check(field(packages["libkeycost-dev"], "Depends") == "libfmt-dev", "the library needs libfmt-dev")
    return packages


def check_unpacked(packages, folder, compiler):
    root = folder / "root"
    for path in packages.values():
        run("dpkg-deb", "--extract", path, root)
    check({path.name for path in root.iterdir()} == {"usr"}, "packages install below /usr alone")
    prefix = root / "usr"
    check_version(prefix / "bin/keycost")
    check_shared_files(prefix, prefix / "bin/keycost")
    check_consumer(prefix, prefix / "bin/keycost", folder, compiler, "")


def check_installed(packages, folder, compiler):
    run("apt-get", "install", "-y", *packages.values())
    try:
        keycost = shutil.which("keycost")
        check(keycost == "/usr/bin/keycost", f"the installed program is found: {keycost}")
        run("dpkg", "--verify", *packages)
        check_version(keycost)
        check_shared_files(pathlib.Path("/usr"), keycost)
        check_consumer(pathlib.Path("/usr"), keycost, folder, compiler, "")
    finally:
        run("dpkg", "--remove", *packages)
    check(not pathlib.Path("/usr/share/keycost").exists(), "removing leaves nothing behind")


def main():
    if not (shutil.which("dpkg-shlibdeps") and shutil.which("dpkg-deb") and pathlib.Path("/var/lib/dpkg/status").exists()):
        print("skipped: dpkg and dpkg-dev are not installed")
        sys.exit(77)
    build, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        packages_folder = folder / "packages"
        packages_folder.mkdir()
        packages = build_packages(build, packages_folder)
        if "--system" in sys.argv:
            check_installed(packages, folder, compiler)
        else:
            check_unpacked(packages, folder, compiler)


if __name__ == "__main__":
    main()
