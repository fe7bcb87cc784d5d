# shellcheck shell=sh
# What is to be installed, and installing it: packages by their hash, the pins' library, zapato itself.

stamped() { sed -n "s/^$1: //p" "$stamp" 2>/dev/null; } # what an environment says that it holds
digest() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

choose_packages() { # sets $lock, $link_lgpio, and the digest of each part: what it says now, for whether it changed since
  asked=$pi
  if [ "$pi" = look ]; then
    pi=no
    if grep -q 'Raspberry Pi' /proc/device-tree/model 2>/dev/null; then pi=yes; fi
  fi
  link_lgpio=no
  lock=systemd/requirements.lock
  if [ $pi = yes ]; then
    # lgpio is published ready built for these Pythons only; for later ones the system's own build is used.
    case $(minor "$python") in
      3.11 | 3.12) lock=systemd/requirements-pi.lock ;;
      *) link_lgpio=$(/usr/bin/python3 -I -c 'import lgpio; print("yes")' 2>/dev/null || echo missing) ;;
    esac
  fi
  base_digest=$(digest $lock)-$link_lgpio
  tests_digest=$(digest tests/requirements.lock)
  if [ -n "$into" ]; then # a copy of the program: any changed file counts
    project_digest=$(find device -type f ! -name '*.pyc' | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1)-copy
  else
    project_digest=$(digest pyproject.toml device/__init__.py)-$root
  fi
}

explain() { # says in one line why pip failed
  if grep -q 'THESE PACKAGES DO NOT MATCH' "$log"; then
    echo "a package is not the one the lock file names: its hash differs"
  elif grep -q 'No space left' "$log"; then
    echo "the disk is full"
  elif [ -n "$wheels" ] && grep -qE 'No matching distribution|Could not find a version' "$log"; then
    echo "$wheels lacks a package for this machine and its Python: $(sed -n 's/.*No matching distribution found for \([^ ]*\).*/\1/p' "$log" | head -n 1)"
  elif grep -qE 'NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError|Connection broken' "$log"; then
    echo "the package index was not reached: look at the network, and at pip's settings if there is a proxy"
  else
    tail -n 3 "$log"
  fi
}
pip() { # runs pip; prints each package as it is fetched
  {
    if [ -n "$wheels" ]; then
      "$venv/bin/python" -I -m pip install --no-index --find-links "$wheels" --no-cache-dir --progress-bar off "$@" 2>&1
    else
      "$venv/bin/python" -I -m pip install --retries 3 --progress-bar off "$@" 2>&1
    fi || echo "pip: failed"
  } | tee "$log" | sed -nu 's/^ *Collecting \([^ ]*\).*/  \1/p'
  if [ "$(tail -n 1 "$log")" = "pip: failed" ]; then
    sed -i '$d' "$log"
    fail "the installation failed: $(explain)" "the whole of what pip said is in $log" "run the same command again to go on"
  fi
}

install_packages() { # of the lock files that changed
  set --
  [ $need_base = no ] || set -- "$@" -r $lock
  [ $need_tests = no ] || set -- "$@" -r tests/requirements.lock
  [ $# -gt 0 ] || return 0
  say "installing the packages of $(echo "$@" | sed 's/-r //g; s/ / and /g'), each checked by its hash"
  pip --no-deps --only-binary :all: --require-hashes "$@"
}
link_pins() { # Debian's own lgpio, where none is published for this Python
  if [ "$link_lgpio" = missing ]; then
    if "$root/systemd/need" module:lgpio=python3-lgpio; then
      link_lgpio=yes
      base_digest=${base_digest%missing}yes
    elif [ "$asked" = yes ]; then
      exit 2
    else
      say "going on without the pins: lamps and buttons need python3-lgpio, then this command once more"
    fi
  fi
  [ "$link_lgpio" = yes ] || return 0
  place=$("$venv/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  for file in $(cd / && /usr/bin/python3 -I -c 'import lgpio, _lgpio; print(lgpio.__file__, _lgpio.__file__)'); do
    ln -sf "$file" "$place/"
  done
  "$venv/bin/python" -I -c 'import lgpio' || fail "the system's lgpio does not work with this Python" \
    "use the system's own: systemd/setup --python /usr/bin/python3"
}
install_program() { # a copy of it with --into, or else a link to this clone
  [ $need_project = yes ] || return 0
  say "installing zapato itself"
  if [ -n "$into" ]; then
    pip --no-deps --no-build-isolation --force-reinstall "$root"
  else
    pip --no-deps --no-build-isolation --editable "$root"
  fi
}
