#!/bin/sh
# Makes the files that compose.yaml mounts as secrets, once, in the folder .secrets (or the one that is named). What is there
# stays, because the database and its encrypted contents need it.
set -eu
folder=${1:-"$(dirname "$0")/../../.secrets"}
if [ -e "$folder" ]; then
  echo "$folder is there already; nothing was changed."
  exit 0
fi
mkdir -m 700 "$folder"
cd "$folder"
random() { openssl rand -hex 32; }
random > nextauth_secret
# For production, where each key stands alone.
printf 'first:%s\n' "$(random)" > seal_keys
random > fingerprint_key
random > postgres_password
printf 'postgres://mintdesk:%s@postgres:5432/mintdesk\n' "$(cat postgres_password)" > database_url
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=sandbox.internal \
  -addext subjectAltName=DNS:sandbox.internal -keyout sandbox_key -out sandbox_certificate 2> /dev/null
# Each program runs as a user of its own. On this machine the folder keeps other people out.
chmod 644 ./*
echo "Made the secrets in $folder. Keep a copy elsewhere: without the keys the database's contents cannot be read."
