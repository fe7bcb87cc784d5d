# shellcheck shell=sh
# Words and places that systemd/install and systemd/uninstall share. The one who reads this in has set $prefix.

# What an environment may have said to tar, Python or a shell has no part in this; `su` without `-` leaves out the places of root's commands.
unset TAR_OPTIONS PYTHONHOME PYTHONPATH TMPDIR
export PATH="$PATH:/usr/sbin:/sbin"

say() { echo "zapato: $*"; }
fail() { # fail WHAT [LINE…]: the input or the machine is in the way; nothing that ran was changed
  echo "zapato: $1" >&2
  shift
  for line in "$@"; do echo "  $line" >&2; done
  exit 2
}
warn() {
  echo "zapato: $1" >&2
  shift
  for line in "$@"; do echo "  $line" >&2; done
}

places() { # sets where everything lies, below $prefix
  case $prefix in *"
"*) fail "a folder whose name has a line's end in it cannot be installed below" "nothing was changed" ;; esac
  opt=$prefix/opt/zapato
  releases=$opt/releases
  etc=$prefix/etc/zapato
  state=$prefix/var/lib/zapato
  backups=$prefix/var/backups/zapato
  settings=$etc/table.toml
  trusted=$etc/release.pub
  lists=$opt/installed-files # what was put outside of /opt/zapato, one path a line
  marker=$opt/.switching # there while a switch is under way: the release before it, and the one before that
  masked=/etc/systemd/system/ctrl-alt-del.target # three keys of any keyboard that is plugged in would start the machine anew
  live=no # whether units can be started and stopped
  if [ -z "$prefix" ] && [ -d /run/systemd/system ]; then live=yes; fi
}

require_root() {
  if [ -z "$prefix" ] && [ "$(id -u)" != 0 ]; then
    fail "this needs root" "type: sudo $0${1:+ $1}"
  fi
}

take_lock() { # one installation at a time; the lock goes with this process, however it ends
  if ! mkdir -p "$opt" 2>/dev/null || ! (: >>"$opt/.lock") 2>/dev/null; then
    fail "cannot write in $opt: $(why_not_writable)" "nothing was changed"
  fi
  exec 9>>"$opt/.lock"
  if ! flock -w 3 9; then # what a killed installation had just started may need a moment to end
    fail "another installation is under way on this machine" "wait for its end; should there be none, see: fuser -v $opt/.lock"
  fi
}
why_not_writable() {
  folder=$opt
  while [ ! -d "$folder" ]; do folder=$(dirname -- "$folder"); done
  options=$(findmnt -n -o OPTIONS -T "$folder" 2>/dev/null || true)
  case ,$options, in
    *,ro,*) echo "the disk is mounted read-only; mount it for writing first: mount -o remount,rw $(findmnt -n -o TARGET -T "$folder")" ;;
    *) if [ "$(id -u)" = 0 ]; then echo "look at the disk and at the kernel's log"; else echo "no permission"; fi ;;
  esac
}

check_owner() { # what others may write is not trusted: they could have put anything there, and could do so again
  set --
  for folder in "$opt" "$releases" "$etc" "$trusted" "$settings"; do [ ! -e "$folder" ] || set -- "$@" "$folder"; done
  folder=$(find -L "$@" -maxdepth 0 \( -perm /022 -o ! -uid "$(id -u)" \) -print -quit)
  [ -z "$folder" ] || fail "others than root may change $folder" \
    "look at what lies there; then: chown root:root $folder && chmod go-w $folder" "nothing was changed"
}

take_away() { # take_away FILE: what was put outside, named without $prefix; and a unit's own folder, where nothing else is in it
  case $1 in "$masked") [ "$(readlink "$prefix$1" 2>/dev/null || true)" = /dev/null ] || return 0 ;; esac # somebody's own by now
  rm -f "$prefix$1"
  rmdir "$prefix${1%/*}" 2>/dev/null || true
}

name_of_link() { # name_of_link LINK: the release that it leads to, or nothing
  target=$(readlink "$1" 2>/dev/null) || return 0
  [ -d "$opt/$target" ] || return 0
  echo "${target#releases/}"
}
current_release() { name_of_link "$opt/current"; }
previous_release() { name_of_link "$opt/previous"; }
point() { # point LINK RELEASE: with one rename, so that the link always leads somewhere
  rm -f "$opt/.next-${1##*/}"
  ln -s "releases/$2" "$opt/.next-${1##*/}"
  mv -T "$opt/.next-${1##*/}" "$1"
}
version_of() { sed -n 's/^# zapato: //p' "$releases/$1/MANIFEST" 2>/dev/null | head -n 1; }
origin_of() { # origin_of RELEASE: in words
  if [ -f "$releases/$1/MANIFEST.sig" ]; then echo "a signed release"; else echo "installed from a clone, not a signed release"; fi
}

as_table() { # as_table COMMAND…: as the user who owns the record, where there is that user
  if [ -z "$prefix" ] && id zapato >/dev/null 2>&1; then
    (cd / && setpriv --reuid zapato --regid zapato --init-groups "$@")
  else
    "$@"
  fi
}

ctl() { [ "$live" = no ] || systemctl "$@"; }
table_is() { # table_is STATE: as systemd says it
  [ "$live" = yes ] && [ "$(systemctl show -p ActiveState --value zapato-table.service)" = "$1" ]
}
