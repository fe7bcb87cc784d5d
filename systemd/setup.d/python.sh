# shellcheck shell=sh
# Which Python an environment is made with, and whether it is one for zapato.

fits() { "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 11) or sys.implementation.name != "cpython")' 2>/dev/null; }
version() { "$1" -I -c 'import platform; print(platform.python_version())' 2>/dev/null || echo "nothing that runs"; }
minor() { "$1" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none; }

find_python() { # sets $python
  if [ -n "$wanted" ]; then
    python=$(command -v "$wanted") || fail "there is no Python at $wanted"
    fits "$python" || fail "$wanted is Python $(version "$python"); zapato needs CPython 3.11 or later"
    return
  fi
  command -v python3 >/dev/null 2>&1 || "$root/systemd/need" python3=python3 module:ensurepip=python3-venv || exit 2
  for name in python3 python3.13 python3.12 python3.11; do
    if python=$(command -v "$name") && fits "$python"; then return; fi
  done
  fail "python3 is Python $(version python3); zapato needs CPython 3.11 or later" \
    "Debian has it from version 12 on, Raspberry Pi OS from 'bookworm' on; another Python is named with --python"
}

check_machine() {
  machine=$("$python" -I -c 'import platform, struct; print(platform.system(), platform.machine(), struct.calcsize("P") * 8)')
  case $machine in
    "Linux x86_64 64" | "Linux aarch64 64") ;;
    *) fail "zapato runs on 64-bit Linux, x86-64 or ARM; this Python is made for: $machine bit" \
      "a Raspberry Pi needs the 64-bit Raspberry Pi OS" ;;
  esac
}

check_venv_module() {
  "$python" -I -c 'import ensurepip, venv' 2>/dev/null && return
  case $("$python" -I -c 'import sys; print(sys.executable)') in
    # Debian keeps this part of Python in a package of its own.
    /usr/bin/*) "$root/systemd/need" module:ensurepip=python3-venv || exit 2 ;;
    *) fail "$python has no modules venv and ensurepip" "add them, or name another Python with --python" ;;
  esac
}
