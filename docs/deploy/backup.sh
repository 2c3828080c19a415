#!/bin/sh
# Makes a backup in a folder, copies it off this machine with the command in BACKUP_COPY, to which the file's path is added,
# and then deletes backups that are older than BACKUP_DAYS (35). If the copy fails nothing is deleted.
set -eu
folder=$1
file=$folder/mintdesk-$(date -u +%Y%m%dT%H%M%SZ).backup
node "$(dirname "$0")/../../.build/operate.mjs" backup "$file"
if [ -n "${BACKUP_COPY:-}" ]; then
  # Split into words, as a command line is.
  $BACKUP_COPY "$file"
  echo "Copied: $BACKUP_COPY $file"
else
  echo "BACKUP_COPY is not set: this backup is lost with this machine." >&2
fi
find "$folder" -maxdepth 1 -name 'mintdesk-*.backup' -mtime "+${BACKUP_DAYS:-35}" -print -delete
