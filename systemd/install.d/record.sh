# shellcheck shell=sh
# The record, people and packs, wherever the settings keep them: tried on a copy, kept aside before the switch, put back where it failed.

ask_record() { # ask_record RELEASE VERB [FOLDER]
  asked=$1
  shift
  as_table "$releases/$asked/bin/python" -I -B "$releases/$name/share/zapato/systemd/install.d/record.py" "$1" "$settings" "${2:--}" "$prefix"
}

record_files=
find_record() { # sets $record_files: record, people and packs as the settings name them, in this order, one a line
  record_files=
  [ -e "$settings" ] || return 0
  for asked in "$name" "$(current_release)"; do # going back, the older release may not know how it is asked
    [ -x "$releases/$asked/bin/python" ] || continue
    record_files=$(as_table "$releases/$asked/bin/python" -I -B - places "$settings" - "$prefix" <"$here/install.d/record.py" 2>"$opt/.check.log") || continue
    [ -z "$record_files" ] || return 0
  done
  [ $anyway = yes ] || fail "$settings cannot be read, so where the record lies is not known: $(tail -n 2 "$opt/.check.log")" "nothing was changed"
}

kept_elsewhere() { # prints those of $record_files that do not lie in $state, as they are with no link on the way
  inside=$(readlink -m -- "$state")
  printf '%s\n' "$record_files" | while IFS= read -r file; do
    [ -n "$file" ] || continue
    file=$(readlink -m -- "$file")
    case ${file%/*}:$file in "$inside":*.sqlite3) ;; *) printf '%s\n' "$file" ;; esac
  done | sort -u
}
in_state() { # in_state FIND…: what is kept of $state; its closing / is for a $state that is a link to another disk
  [ ! -d "$state" ] || find "$state/" -maxdepth 1 -type f \( -name '*.sqlite3' -o -name '*.sqlite3-wal' \) "$@"
}

kilobytes() { awk '{ sum += $1 } END { printf "%d\n", sum / 1024 + 1 }'; } # of sizes in bytes, one a line
place_for() { # place_for FOLDER KILOBYTES: a line with the disk that holds it
  at=$1
  while [ ! -d "$at" ]; do at=${at%/*} && at=${at:-/}; done
  echo "$(stat -Lc %d -- "$at") $2 $at"
}
check_room() { # before anything is stopped: the record can be copied, and every disk has room for its copies, all at one time
  find_record
  journal=$(printf '%s\n' "$record_files" | head -n 1)
  journal=${journal%/*}
  # Its usual folder is made at the start, where it is no link to a disk that is away.
  if [ -n "$journal" ] && [ ! -d "$journal" ] && [ -n "$(current_release)" ] && [ $anyway = no ]; then
    [ "$journal" = "$state" ] && [ ! -L "$state" ] || fail "the record's folder $journal is not there" "mount its disk, or correct $settings; nothing was changed"
  fi
  elsewhere=$(kept_elsewhere)
  whole=$(in_state -printf '%s\n' | kilobytes)
  wanted_room=$(place_for "$state" "$whole") # where it is put back, beside what the new release made of it
  while IFS= read -r file; do
    [ -n "$file" ] && [ -e "$file" ] || continue
    [ -f "$file" ] && as_table test -r "$file" || fail "$file cannot be copied: it is no file, or the table's user may not read it" \
      "look at it: ls -l $file; nothing was changed"
    part=$(stat -c %s -- "$file" "$file-wal" 2>/dev/null | kilobytes)
    whole=$((whole + part))
    wanted_room="$wanted_room
$(place_for "${file%/*}" "$part")"
  done <<END
$elsewhere
END
  # One is kept aside, one is the backup; the one that is tried grows with the new release's shape.
  wanted_room=$(printf '%s\n' "$wanted_room" "$(place_for "$opt" $((whole + 10000)))" "$(place_for "$backups" $((whole * 2 + 10000)))" |
    awk '{ disk = $1; kb = $2; sub(/^[^ ]+ [^ ]+ /, ""); sum[disk] += kb; at[disk] = $0 } END { for (disk in sum) print sum[disk], at[disk] }')
  while read -r kb at; do room_for "$at" "$kb" 200 "the copies of the record"; done <<END
$wanted_room
END
}

check_record() { # on a copy: can this release read what is there, and is it as it was written
  [ -e "$settings" ] || return 0
  [ -n "$prefix" ] || ! id zapato >/dev/null 2>&1 || [ -d "$backups" ] || install -d -m 750 -o zapato -g zapato "$backups"
  mkdir -p "$backups"
  tried=$backups/.try-$$
  as_table mkdir -m 700 "$tried" || fail "the folder $backups cannot be written"
  ask_record "$name" copy "$tried" 2>"$opt/.check.log" || fail "the record cannot be copied: $(tail -n 2 "$opt/.check.log")" "nothing was changed"
  if ! ask_record "$name" try "$tried" >"$opt/.check.log" 2>&1; then
    as_table rm -rf "$tried"
    fail "the new release cannot go on with this table's record: $(tail -n 3 "$opt/.check.log")" \
      "nothing was changed; zapato verify says more"
  fi
  say "$(tail -n 1 "$opt/.check.log")"
  as_table rm -rf "$tried"
}

back_up() { # before the switch: by the release that runs, or failing that a plain copy
  [ -e "$settings" ] && [ -n "$(current_release)" ] || return 0
  if "$opt/current/bin/zapato" backup --help >/dev/null 2>&1; then
    if as_table "$opt/current/bin/zapato" backup --config "$settings" --into "$backups" >"$opt/.check.log" 2>&1; then
      say "backed up into $backups"
      return 0
    fi
    warn "zapato backup did not succeed: $(tail -n 2 "$opt/.check.log")" "a plain copy is made instead"
  fi
  kept=$backups/before-$name
  as_table rm -rf "$kept" "$kept.part"
  as_table mkdir -m 700 "$kept.part"
  ask_record "$name" copy "$kept.part" 2>"$opt/.check.log" || fail "the record cannot be backed up: $(tail -n 2 "$opt/.check.log")" "nothing was changed"
  if [ -z "$(ls -A "$kept.part")" ]; then
    as_table rmdir "$kept.part"
    return 0
  fi
  as_table mv -T "$kept.part" "$kept"
  say "a copy of record, people and packs is in $kept"
}

keep_record() { # keep_record FOLDER: record, people and packs as they are now, with nobody writing; whether it could
  rm -rf "$1" "$1.part"
  mkdir -m 700 "$1.part" || return 1
  in_state -exec cp -a --reflink=auto -t "$1.part" {} + || return 1
  kept_elsewhere >"$1.part/.elsewhere" || return 1
  number=0
  while IFS= read -r file; do
    number=$((number + 1))
    mkdir "$1.part/$number" && printf '%s\n' "$file" >"$1.part/$number/.place" || return 1
    for part in "$file" "$file-wal"; do
      [ -f "$part" ] || continue
      # Read by the table's user: what links there lead to is not for root's eyes.
      as_table cat -- "$part" >"$1.part/$number/${part##*/}" && chmod "$(stat -c %a -- "$part")" "$1.part/$number/${part##*/}" || return 1
    done
  done <"$1.part/.elsewhere"
  mv -T "$1.part" "$1"
}
shape_of() { # shape_of FILE [as_table]: the number that says through how many changes of its tables it went, its log included
  ${2-} "$python" -I -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version").fetchone())' "$1" 2>/dev/null
}
kept_for_hand=no
put_record_back() { # put_record_back FOLDER: only what the old release cannot read since the new one began to write
  for file in "$1"/*.sqlite3; do
    put_file_back "$file" "$state/${file##*/}"
  done
  for place in "$1"/*/.place; do
    [ -f "$place" ] || continue
    file=$(cat "$place")
    put_file_back "${place%/*}/${file##*/}" "$file"
  done
}
put_file_back() { # put_file_back KEPT PLACE
  # Brought up to a newer shape, and not dealt on: only ready tables deal, and this one never was.
  [ -f "$1" ] && [ -f "$2" ] || return 0
  [ -e "$1.going-back" ] || [ "$(shape_of "$1")" != "$(shape_of "$2" as_table)" ] || return 0
  say "${2##*/} had been brought up to the new release's shape; it is put back as it was"
  # By the one who owns the folder: what they may have laid there must not lead root elsewhere.
  laid=yes
  for part in '' -wal; do # its log too, where a full disk kept what is in it from being carried over
    as_table rm -f "$2$part.back"
    [ -z "$part" ] || [ -s "$1$part" ] || continue
    as_table sh -c 'umask 077 && set -C && cat >"$1" && chmod "$2" "$1" && sync "$1"' - "$2$part.back" "$(stat -c %a "$1$part")" <"$1$part" || laid=no
  done
  [ $laid = yes ] || {
    as_table rm -f "$2.back" "$2-wal.back"
    warn "${2##*/} could not be put back: the disk is full, or does not answer; it is kept in ${1%/*}" \
      "with the table stopped: rm -f '$2-wal' '$2-shm'; for log in '' -wal; do [ ! -f '$1'\$log ] || cp '$1'\$log '$2'\$log; done"
    kept_for_hand=yes
    return 0
  }
  : >"$1.going-back" # ended from here on, the log is gone and no shape tells any more: the next run puts it back all the same
  sync -f "$1" 2>/dev/null || true
  as_table rm -f "$2-wal" "$2-shm"
  as_table mv -T "$2.back" "$2"
  as_table test ! -f "$2-wal.back" || as_table mv -T "$2-wal.back" "$2-wal"
}
