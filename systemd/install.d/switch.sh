# shellcheck shell=sh
# From one release to another and back: links, files of the system, and waiting for the table to be ready.

switching=no # yes: whoever ends this now must put things right first
switched=no
before=

ended() { # at the end of this process, however it comes, but for kill -9
  status=$?
  trap '' INT TERM HUP
  trap - EXIT
  if [ "$switching" = yes ]; then
    set +e
    warn "this installation ended in the middle of the switch"
    if [ -e "$marker" ] && [ -n "$before" ]; then go_back "$before"; else start_again; fi
  elif [ "$status" != 0 ] && [ "$status" != 2 ] && [ "$reported" = no ]; then
    warn "this installation was ended before the switch: nothing was changed; the same command again begins anew"
    [ "$status" != 1 ] || status=2 # 1 says that the new release did not get ready
  fi
  [ "$locked" = no ] || rm -f "$opt/.check.log"
  exit "$status"
}
locked=no
reported=no

make_users() { # make_users RELEASE: who runs what, and the folders
  [ -z "$prefix" ] || return 0
  from=$releases/$1/share/zapato/systemd
  if [ -d "$from/sysusers.d" ]; then
    systemd-sysusers "$from"/sysusers.d/*.conf >"$opt/.check.log" 2>&1 || fail "the users could not be made: $(tail -n 2 "$opt/.check.log")"
  fi
  if [ -d "$from/tmpfiles.d" ]; then
    systemd-tmpfiles --create "$from"/tmpfiles.d/*.conf >"$opt/.check.log" 2>&1 || warn "some folders could not be made: $(tail -n 2 "$opt/.check.log")"
  fi
}

put() { # put FILE PLACE: whole or not at all, and noted
  echo "$2" >>"$lists.new"
  cmp -s "$1" "$prefix$2" && return 0
  echo "$2" >>"$lists" # ended before the new list is whole, what is put now is known all the same
  [ -d "$prefix${2%/*}" ] || mkdir -p "$prefix${2%/*}"
  install -m 644 -T "$1" "$prefix${2%/*}/.zapato.new"
  mv -T "$prefix${2%/*}/.zapato.new" "$prefix$2"
}

check_places() { # before anything is stopped: whether what belongs outside of /opt/zapato can be put there
  for place in etc/systemd/system usr/local/lib/sysusers.d usr/local/lib/tmpfiles.d usr/local/bin usr/local/sbin etc/sysctl.d \
    etc/systemd/journald.conf.d etc/systemd/system.conf.d etc/systemd/logind.conf.d etc/udev/rules.d; do
    place=$prefix/$place
    while [ ! -e "$place" ] && [ ! -L "$place" ]; do place=${place%/*} && place=${place:-/}; done
    [ -d "$place" ] && [ -w "$place" ] || fail "$place cannot be written: it is no folder, or its disk is mounted read-only" "nothing was changed"
  done
}

place_files() { # place_files RELEASE: its units and what belongs to them; those of another release that it has not, go
  from=$releases/$1/share/zapato/systemd
  : >"$lists.new"
  for pair in units:/etc/systemd/system sysusers.d:/usr/local/lib/sysusers.d tmpfiles.d:/usr/local/lib/tmpfiles.d \
    sysctl.d:/etc/sysctl.d journald.conf.d:/etc/systemd/journald.conf.d system.conf.d:/etc/systemd/system.conf.d \
    logind.conf.d:/etc/systemd/logind.conf.d; do
    [ -d "$from/${pair%%:*}" ] || continue
    for file in $(cd "$from/${pair%%:*}" && find . -type f ! -name '*.md' | LC_ALL=C sort); do
      put "$from/${pair%%:*}/$file" "${pair#*:}/${file#./}"
    done
  done
  for file in "$from"/*.rules; do
    [ ! -f "$file" ] || put "$file" "/etc/udev/rules.d/${file##*/}"
  done
  for pair in bin/zapato:bin/zapato sbin/zapato-install:share/zapato/systemd/install sbin/zapato-uninstall:share/zapato/systemd/uninstall; do
    link=/usr/local/${pair%%:*}
    echo "$link" >>"$lists.new"
    mkdir -p "$prefix${link%/*}"
    [ "$(readlink "$prefix$link" 2>/dev/null || true)" != "/opt/zapato/current/${pair#*:}" ] || continue
    echo "$link" >>"$lists"
    rm -f "$prefix${link%/*}/.zapato.new"
    ln -s "/opt/zapato/current/${pair#*:}" "$prefix${link%/*}/.zapato.new"
    mv -T "$prefix${link%/*}/.zapato.new" "$prefix$link"
  done
  if [ ! -e "$prefix$masked" ] && [ ! -L "$prefix$masked" ]; then # somebody's own word about it stays
    echo "$masked" | tee -a "$lists.new" >>"$lists"
    ln -s /dev/null "$prefix$masked"
  elif grep -qxF "$masked" "$lists" 2>/dev/null; then
    echo "$masked" >>"$lists.new"
  fi
  if [ -f "$lists" ]; then
    { grep -vxFf "$lists.new" "$lists" || true; } | while read -r gone; do
      take_away "$gone"
    done
  fi
  mv "$lists.new" "$lists"
  ctl daemon-reload
  ctl kill -s HUP systemd-logind.service 2>/dev/null || true # it reads its keys anew
  [ "$live" = no ] || sysctl -q -p /etc/sysctl.d/60-zapato.conf >/dev/null 2>&1 || true
  if [ "$live" = yes ] && command -v udevadm >/dev/null 2>&1; then
    udevadm control --reload 2>/dev/null || true
    # As the rules name them: the reader's port, the pins, the graphics cards that screens wait for.
    udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=drm 2>/dev/null || true
  fi
}

enable_units() {
  [ -z "$prefix" ] || return 0
  for unit in zapato.target zapato-table.service zapato-backup.timer; do
    [ ! -f "/etc/systemd/system/$unit" ] || systemctl enable "$unit" >/dev/null 2>&1 || warn "$unit could not be enabled"
  done
}

arm_guard() { # whoever kills this installation between stop and start: the table is started again all the same
  [ "$live" = yes ] || return 0
  systemctl stop zapato-install-guard.timer >/dev/null 2>&1 || true
  systemd-run --quiet --collect --unit=zapato-install-guard --on-active=90 systemctl start zapato-table.service 2>/dev/null || true
}
disarm_guard() { ctl stop zapato-install-guard.timer >/dev/null 2>&1 || true; }

is_ready() { # is_ready RELEASE: the table says READY, and it is this release that does
  table_is active || return 1
  pid=$(systemctl show -p MainPID --value zapato-table.service)
  [ "$pid" != 0 ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$releases/$1/"
}
wait_ready() { # wait_ready RELEASE
  until=$(($(date +%s) + patience))
  while [ "$(date +%s)" -lt $until ]; do
    if is_ready "$1"; then
      was_pid=$(systemctl show -p MainPID --value zapato-table.service)
      sleep 2 # ready and dead at once is not ready
      if is_ready "$1" && [ "$was_pid" = "$(systemctl show -p MainPID --value zapato-table.service)" ]; then return 0; fi
    fi
    sleep 0.5
  done
  return 1
}
why_not_ready() {
  systemctl show -p ActiveState -p SubState -p Result -p StatusText zapato-table.service | tr '\n' ' '
  journalctl -u zapato-table.service -n 5 --no-pager -o cat 2>/dev/null || true
}

switch_to() { # switch_to RELEASE: sets $switched; no: it did not get ready, and what ran before runs again
  before=$(current_release)
  target=$1
  if [ "$before" = "$target" ] && [ ! -e "$marker" ]; then
    place_files "$target"
    enable_units
    say "$target is the current release"
    if [ "$start" = no ] || [ "$live" = no ] || is_ready "$target"; then
      switched=yes
      return 0
    fi
  fi
  switching=yes
  arm_guard
  [ "$live" = no ] || ! table_is active || systemctl stop zapato-table.service
  keep_record "$opt/.record-before" || {
    rm -rf "$opt/.record-before.part"
    fail "the record cannot be kept aside: the disk is full, or does not answer"
  }
  if [ "$before" != "$target" ]; then
    printf '%s\n%s\n' "$before" "$(previous_release)" >"$marker.new"
    mv "$marker.new" "$marker"
  fi
  sync -f "$opt" 2>/dev/null || true
  [ -z "$before" ] || [ "$before" = "$target" ] || point "$opt/previous" "$before"
  point "$opt/current" "$target"
  place_files "$target"
  enable_units
  switching=no
  finish_switch "$target" "$before"
}
start_again() {
  ctl start zapato-table.service >/dev/null 2>&1 || true
  disarm_guard
}

finish_switch() { # finish_switch RELEASE BEFORE: starts it, waits for it; sets $switched
  switched=yes
  if [ "$live" = no ] || [ "$start" = no ]; then
    rm -rf "$marker" "$opt/.record-before"
    disarm_guard
    return 0
  fi
  systemctl start --no-block zapato.target zapato-table.service 2>/dev/null || systemctl start --no-block zapato-table.service || true
  systemctl start --no-block zapato-backup.timer 2>/dev/null || true
  say "waiting until the table is ready"
  if wait_ready "$1"; then
    rm -rf "$marker" "$opt/.record-before"
    disarm_guard
    say "the table is ready, with $1"
    return 0
  fi
  switched=no
  reported=yes
  warn "the table does not get ready with $1:" "$(why_not_ready)"
  if [ -z "$2" ] || [ "$2" = "$1" ]; then
    rm -rf "$marker" "$opt/.record-before"
    disarm_guard
    warn "there is no release before it; put right what it says, it goes on trying by itself"
    return 0
  fi
  go_back "$2"
}

previous_again() { # previous_again RELEASE: --rollback goes to what it went to before the switch to or from this release
  earlier=$(sed -n 2p "$marker" 2>/dev/null || true)
  if [ -n "$earlier" ] && [ "$earlier" != "$1" ] && [ -d "$releases/$earlier" ]; then point "$opt/previous" "$earlier"; else rm -f "$opt/previous"; fi
}
go_back() { # go_back RELEASE: from a switch that did not succeed
  warn "going back to $1"
  arm_guard
  ctl stop zapato-table.service >/dev/null 2>&1 || true
  put_record_back "$opt/.record-before"
  point "$opt/current" "$1"
  previous_again "$1"
  place_files "$1"
  if [ "$live" = yes ] && [ "$start" = yes ]; then
    systemctl start --no-block zapato-table.service || true
    if wait_ready "$1"; then say "the table is ready again, with $1"; else warn "the table does not get ready with $1 either:" "$(why_not_ready)"; fi
  fi
  rm -rf "$marker"
  [ $kept_for_hand = yes ] || rm -rf "$opt/.record-before"
  disarm_guard
}

settle_interrupted() { # a switch that was ended in the middle: it is brought to an end, forwards or back
  [ -e "$marker" ] || return 0
  was=$(sed -n 1p "$marker")
  now=$(current_release)
  say "an installation was interrupted while it switched${was:+ from $was}${now:+ to $now}"
  python=${python:-/usr/bin/python3}
  if [ -z "$now" ] || [ "$now" = "$was" ]; then
    # The link had not been changed yet.
    previous_again "$now"
    rm -rf "$marker" "$opt/.record-before"
    [ -z "$now" ] || start_again
    return 0
  fi
  place_files "$now"
  enable_units
  finish_switch "$now" "$was"
}

prune() { # what is neither the current release nor the one before it goes
  now=$(current_release)
  was=$(previous_release)
  for old in "$releases"/*/; do
    old=${old%/} && old=${old##*/}
    case $old in "$now" | "$was" | '*') continue ;; esac
    mv "$releases/$old" "$releases/.going-$old" && rm -rf "$releases/.going-$old"
  done
}
