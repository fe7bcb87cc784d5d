# shellcheck shell=sh
# The environment: what the user's own one may not change, whether there is one that fits, making it anew, what it says it holds.

shut_out() { # settings of the user's own Python, pip or tar that would change what is installed, or where
  # What says how a network is reached stays. And -I with every Python: a module that lies in the folder one stands in, as on a
  # stick, must not be run.
  for setting in $(env | sed -n 's/^\(\(PIP\|PYTHON\|VIRTUAL\|TAR\)_*[A-Z_]*\)=.*/\1/p'); do
    case $setting in
      PIP_CERT | PIP_CLIENT_CERT | PIP_PROXY | PIP_TRUSTED_HOST | PIP_*INDEX_URL | PIP_*TIMEOUT | PIP_RETRIES | PIP_FIND_LINKS | PIP_CONFIG_FILE | PIP_CACHE_DIR) ;;
      *) unset "$setting" ;;
    esac
  done
  export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore PYTHONUNBUFFERED=1
  [ -z "$wheels" ] || export PIP_CONFIG_FILE=/dev/null # nothing that a file of pip's says has a part in it
}

look_at_environment() { # sets $ours, $fresh (it is to be made anew) and $python
  ours=no
  if [ -f "$stamp" ]; then
    ours=yes
  elif [ -e "$venv" ] && [ ! -f "$venv/pyvenv.cfg" ] && [ -n "$(ls -A "$venv" 2>/dev/null || echo file)" ]; then
    fail "$venv is there already and is no Python environment" "name another folder with --into, or move that one away"
  fi

  fresh=yes
  if fits "$venv/bin/python" && "$venv/bin/python" -I -c 'import pip' 2>/dev/null; then
    fresh=no
    # An environment knows its own place and its Python; when either changed it is made anew.
    if [ $ours = yes ]; then
      [ "$(stamped place)" = "$venv" ] && [ "$(stamped python)" = "$(minor "$venv/bin/python")" ] || fresh=yes
    fi
    if [ -n "$wanted" ]; then
      find_python
      [ "$(minor "$python")" = "$(minor "$venv/bin/python")" ] || fresh=yes
    fi
  fi
  if [ $fresh = yes ]; then
    find_python
    if [ $ours = no ] && [ -f "$venv/pyvenv.cfg" ]; then
      fail "$venv holds an environment that was not made here and does not fit" "move it away, or name another folder with --into"
    fi
  else
    python=$venv/bin/python
  fi
}

make_environment() { # where it is to be made anew; before, whether anybody may write there
  if ! mkdir -p "$venv" 2>/dev/null || ! (echo "zapato: unfinished" >>"$stamp") 2>/dev/null; then
    fail "cannot write in $venv" "clone to a folder of your own, or name one with --into"
  fi
  [ $fresh = yes ] || return 0
  check_venv_module
  say "making $shown with Python $(version "$python")"
  find "$venv" -mindepth 1 -maxdepth 1 ! -name "${stamp##*/}" -exec rm -rf {} +
  "$python" -I -m venv "$venv" >"$log" 2>&1 || fail "the environment could not be made" "$(tail -n 3 "$log")"
  : >"$stamp"
}

write_stamp() { # write_stamp [LINE…]
  {
    echo "place: $venv"
    echo "python: $(minor "$venv/bin/python")"
    printf '%s\n' "$@"
  } >"$stamp"
}
