#!/bin/sh
# Makes a backup in a folder, copies it off this machine with the command in BACKUP_COPY, to which the file's path is added,
# and then deletes backups that are older than BACKUP_DAYS (35). If the copy fails nothing is deleted.
set -eu
file=$1/mintdesk-$(date -u +%Y%m%dT%H%M%SZ).backup
[ -n "${BACKUP_COPY:-}" ] || echo "BACKUP_COPY is not set: this backup is lost with this machine." >&2
node "$(dirname "$0")/../../.build/operate.mjs" backup "$file" ${BACKUP_COPY:+"--copy=$BACKUP_COPY"}
find "$1" -maxdepth 1 -name 'mintdesk-*.backup' -mtime "+${BACKUP_DAYS:-35}" -print -delete
