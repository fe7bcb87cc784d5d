# shellcheck shell=sh
# A release made beside the one that runs. It gets its own name only when it is whole, so a name that is there is whole.

version_in() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$1/device/__init__.py"; }

clear_leftovers() { # what an installation left that was ended in the middle
  for old in "$releases"/.new-* "$releases"/.bundle "$releases"/.bundle.log "$releases"/.going-* "$opt"/.next-* "$marker.new" "$backups"/.try-*; do
    [ -e "$old" ] || [ -L "$old" ] || continue
    [ "$old" != "$releases/.bundle" ] || [ "$verified" = no ] || continue # the one that is being installed
    rm -rf "$old" || fail "$old cannot be removed; it is left over from an installation that was interrupted"
  done
}

name_release() { # sets $name, $list
  list=
  if [ "$verified" = yes ]; then
    list=$source/../MANIFEST-cp$(echo "$minor" | tr -d .)
    [ -f "$list" ] || fail "this bundle has nothing for Python $minor, which this machine has" "it is for Debian 12 and 13 (Python 3.11 and 3.13)"
    digest=$(sha256sum <"$list")
  else
    digest=$({
      cd "$source" && find device firmware systemd pyproject.toml README.md -type f ! -name '*.pyc' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum
      echo "$minor $home $pi"
    } | sha256sum)
  fi
  name=$(version_in "$source")-$(echo "$digest" | cut -c 1-12)
}

try_release() { # try_release FOLDER: whether it runs, and is what was installed
  "$1/bin/zapato" --version >/dev/null 2>&1 || return 1
  "$1/bin/zapato" release check "$1" >"$opt/.check.log" 2>&1
}

build_release() { # makes $releases/$name, or finds it there
  if [ -d "$releases/$name" ]; then
    if try_release "$releases/$name"; then
      say "$name is there already, as it was installed"
      return 0
    fi
    if [ "$(current_release)" = "$name" ]; then
      warn "the installed $name is no longer what was installed; a second copy takes its place" "$(tail -n 2 "$opt/.check.log")"
      number=2
      while [ -d "$releases/$name.$number" ]; do number=$((number + 1)); done
      name=$name.$number
    else
      mv "$releases/$name" "$releases/.going-$name" && rm -rf "$releases/.going-$name"
    fi
  fi
  room_for "$opt" 300000 9000 "a release"
  new=$releases/.new-$name
  say "making $name"
  set -- --into "$new" --python "$home/python$minor"
  case $arch:$minor:$pi in # a bundle for ARM has the pins' library wherever that is published ready built
    aarch64:3.11:look | aarch64:3.12:look) [ "$verified" = no ] || set -- "$@" --pi ;;
    *:yes) set -- "$@" --pi ;;
    *:no) set -- "$@" --no-pi ;;
  esac
  [ "$verified" = no ] || set -- "$@" --offline "$source/../wheels"
  "$source/systemd/setup" "$@" || fail "the release could not be made, see above" "nothing was changed; the same command again begins anew"
  mkdir -p "$new/share/zapato"
  cp -R "$source/systemd" "$new/share/zapato/systemd" || fail "the release could not be made: the disk is full, or does not answer" "nothing was changed"
  find "$new/share" -name '*.pyc' -exec rm -f {} +
  set -- finish "$new" "$home"
  [ -z "$list" ] || set -- "$@" "$list"
  "$new/bin/python" -I -B "$source/systemd/install.d/steps.py" "$@" >"$opt/.check.log" 2>&1 ||
    fail "the release could not be made: $(tail -n 3 "$opt/.check.log")" "nothing was changed"
  [ -z "$list" ] || [ "$("$new/bin/zapato" release check "$new" --key "$key" 2>/dev/null | grep -c '"ok":true.*"signature":"good"')" = 1 ] ||
    fail "what was installed is not what the signed list says" "nothing was changed"
  "$new/bin/zapato" --version >/dev/null || fail "the new release does not run on this machine" "nothing was changed"
  [ -n "$prefix" ] || chown -R -h root:root "$new"
  sync -f "$new" 2>/dev/null || sync # a power cut after the switch must not find it half on the disk
  mv -T "$new" "$releases/$name"
}

check_settings() {
  [ -e "$settings" ] || return 0
  ask_record "$name" settings 2>"$opt/.check.log" && return 0
  fail "$settings does not fit this version; correct these, then install again:" "$(cat "$opt/.check.log")" \
    "nothing was changed"
}

write_settings() { # at a first installation only
  [ ! -e "$settings" ] || return 0
  [ ! -L "$settings" ] || fail "$settings leads to a file that is not there" "mount its disk, or remove that link; nothing was changed"
  mkdir -p "$etc"
  "$releases/$name/bin/python" -I -B "$releases/$name/share/zapato/systemd/install.d/record.py" write - >"$etc/.table.toml.new" ||
    fail "the settings could not be written"
  chmod 644 "$etc/.table.toml.new"
  sync -f "$etc/.table.toml.new" 2>/dev/null || true
  mv -n "$etc/.table.toml.new" "$settings"
  wrote_settings=yes
}
