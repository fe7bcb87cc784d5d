# shellcheck shell=sh
# Whether this machine can take zapato, and what Debian has to bring first.

check_machine() { # sets $arch
  file=$prefix/etc/os-release
  [ -r "$file" ] || fail "this is no Debian: there is no $file" "$for_which"
  id=$(sed -n 's/^ID=//p' "$file" | tr -d '"')
  release=$(sed -n 's/^VERSION_ID=//p' "$file" | tr -d '"')
  case $id:$release in
    debian:12 | debian:13) ;;
    raspbian:*) fail "this is the 32-bit Raspberry Pi OS" "$for_which" ;;
    *) fail "this is $(sed -n 's/^PRETTY_NAME=//p' "$file" | tr -d '"'), for which zapato is not made" "$for_which" ;;
  esac
  arch=$(uname -m)
  case $arch:$(getconf LONG_BIT) in
    x86_64:64 | aarch64:64) ;;
    *) fail "this is a $(getconf LONG_BIT)-bit system on $arch" "$for_which" ;;
  esac
}
for_which="zapato runs on the 64-bit Raspberry Pi OS and on 64-bit Debian, 12 (bookworm) or 13 (trixie), x86-64 or ARM"

room_for() { # room_for FOLDER KILOBYTES FILES WHAT
  folder=$1
  while [ ! -d "$folder" ]; do folder=${folder%/*} && folder=${folder:-/}; done
  free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
  if [ "$free" -lt "$2" ]; then
    fail "too little room for $4: $((free / 1024)) MB free in $folder, $((($2 + 1023) / 1024)) MB are needed ($((free * 1024)) and $(($2 * 1024)) bytes)" \
      "bring old archives and backups elsewhere; what is largest there: du -xah $folder | sort -h | tail" "nothing was changed"
  fi
  inodes=$(df -Pi "$folder" | awk 'NR == 2 { print $2 " " $4 }') # some file systems count none and say 0 or -
  case $inodes in
    0\ * | -*) ;;
    *) [ "${inodes#* }" -ge "$3" ] || fail "too few files can still be made in $folder for $4: ${inodes#* }, $3 are needed" \
      "remove files there (df -i shows where they are); nothing was changed" ;;
  esac
}

bring_packages() {
  [ -z "$prefix" ] || return 0
  command -v python3 >/dev/null 2>&1 && command -v systemctl >/dev/null 2>&1 && /usr/bin/python3 -I -c 'import ensurepip' 2>/dev/null ||
    "$here/need" python3=python3 module:ensurepip=python3-venv systemctl=systemd systemd-sysusers=systemd || exit 2
  [ "$screens" = yes ] || return 0
  # The table deals without its screens, so their libraries are asked for and not insisted upon.
  "$here/need" lib:libgbm.so.1=libgbm1 lib:libEGL.so.1=libegl1 lib:libGLESv2.so.2=libgles2 lib:libdrm.so.2=libdrm2 \
    file:/usr/share/drirc.d/00-mesa-defaults.conf=libgl1-mesa-dri ||
    warn "going on: the table deals without these; screens on this machine need them"
}

find_python() { # sets $python, $minor, $home
  python=${wanted:-/usr/bin/python3}
  python=$(command -v "$python") || fail "there is no Python at ${wanted:-/usr/bin/python3}"
  minor=$("$python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || fail "$python does not run"
  home=$(dirname -- "$python")
  [ -x "$home/python$minor" ] || fail "$python is Python $minor, and there is no $home/python$minor" "name another with --python"
}
