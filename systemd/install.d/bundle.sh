# shellcheck shell=sh
# A bundle: copied to where only root may write, checked there against its signature, and only then used.

unpack_bundle() { # unpack_bundle FILE-OR-FOLDER: sets $unpacked; nothing of it was run yet
  unpacked=$releases/.bundle
  rm -rf "$unpacked"
  mkdir -p "$releases"
  (umask 077 && mkdir "$unpacked")
  if [ -d "$1" ]; then
    [ -f "$1/SHA256SUMS" ] || fail "$1 is no bundle: it has no SHA256SUMS" "nothing was changed"
    room_for "$opt" $(($(du -sk "$1" | cut -f 1) + 20000)) 2000 "a copy of the bundle"
    (cd "$1" && tar -cf - .) | tar -xf - -C "$unpacked" --no-same-owner || fail "$1 cannot be copied"
  else
    [ -f "$1" ] || fail "$1: there is no such file" "a bundle is called zapato-VERSION-$arch.tar"
    [ -r "$1" ] || fail "$1 cannot be read"
    room_for "$opt" $(($(du -k "$1" | cut -f 1) + 20000)) 2000 "the bundle"
    tar -xf "$1" -C "$unpacked" --strip-components=1 --no-same-owner 2>"$unpacked.log" ||
      fail "$1 cannot be unpacked; it is not whole, or no bundle: $(tail -n 1 "$unpacked.log")" "copy or download it anew; nothing was changed"
    rm -f "$unpacked.log"
  fi
  [ -z "$(find "$unpacked" ! -type f ! -type d | head -n 1)" ] || fail "the bundle holds links or devices, which none of ours does" "nothing was changed"
  chmod -R go-w "$unpacked"
}

fingerprint() { openssl pkey -pubin -in "$1" -outform DER 2>/dev/null | sha256sum | cut -d ' ' -f 1; }
is_key() { openssl pkey -pubin -in "$1" -noout -text 2>/dev/null | grep -qi '^ED25519'; }

choose_key() { # sets $key: the trusted one, or at a first installation the one that was named
  command -v openssl >/dev/null 2>&1 || "$here/need" openssl=openssl || exit 2
  if [ -n "$key" ]; then
    [ -f "$key" ] || fail "$key: there is no such file"
    is_key "$key" || fail "$key is no public Ed25519 key in PEM form"
  fi
  if [ -f "$trusted" ]; then
    if [ -n "$key" ] && [ "$(fingerprint "$key")" != "$(fingerprint "$trusted")" ]; then
      fail "this machine trusts another key than $key" "$trusted: $(fingerprint "$trusted")" "$key: $(fingerprint "$key")" \
        "who has the right to decide it puts the new key in place of the old: $trusted"
    fi
    key=$trusted
    is_key "$key" || fail "$key is no public Ed25519 key in PEM form" "put the key of whoever makes your releases there"
  elif [ -z "$key" ]; then
    fail "there is no key on this machine to check the bundle with" "name it: --key FILE; it comes from whoever makes the releases, by another way than the bundle"
  else
    say "the key that bundles must be signed with from now on, SHA-256: $(fingerprint "$key")"
    say "compare this with what the makers of the release say"
  fi
}

check_bundle() { # every byte of $unpacked, before any of it is run
  sums=$unpacked/SHA256SUMS
  for file in "$sums" "$sums.sig"; do
    [ -f "$file" ] || fail "the bundle has no ${file##*/}: it is not whole, or no bundle of zapato" "nothing was changed"
  done
  openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$sums" -sigfile "$sums.sig" >/dev/null 2>&1 ||
    fail "the bundle's signature is not that of the trusted key: it was changed, or somebody else made it" \
      "key: $(fingerprint "$key")" "do not install it; get it anew from its makers. Nothing was changed"
  wrong=$(cd "$unpacked" && sha256sum -c --quiet --strict SHA256SUMS 2>/dev/null | head -n 3) || true
  [ -z "$wrong" ] || fail "files of the bundle are not what was signed: $(echo "$wrong" | tr '\n' ' ')" "copy or download it anew; nothing was changed"
  # sha256sum says nothing of a file that is in no list.
  listed=$(sed 's/^[0-9a-f]*  //' "$sums" | LC_ALL=C sort)
  there=$(cd "$unpacked" && find . -type f ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's|^\./||' | LC_ALL=C sort)
  [ "$listed" = "$there" ] || fail "the bundle holds other files than were signed" "do not install it; nothing was changed"
  made_for=$(sed -n 's/^machine: //p' "$unpacked/BUNDLE")
  [ "$made_for" = "$arch" ] || fail "this bundle is made for $made_for, and this machine is $arch" "take the one called zapato-VERSION-$arch.tar; nothing was changed"
}

check_is_not_older() { # check_is_not_older VERSION
  now=$(current_release)
  [ -n "$now" ] && [ "$older" = no ] || return 0
  newest=$(printf '%s\n%s\n' "$1" "$(version_of "$now")" | sort -V | tail -n 1)
  [ "$newest" = "$1" ] || fail "version $1 is older than the one installed, $(version_of "$now")" \
    "go back with --rollback where that version is still there; to install an old one all the same: --older"
}
