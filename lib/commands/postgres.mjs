// @ts-check
/** A PostgreSQL for the tests: the one that TEST_DATABASE_URL names, or one of its own in a temporary folder. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './set-up.mjs'

/** The newest installed server's folder of programs. @returns {string | undefined} */
function programs() {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  const [newest] = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
  return newest && existsSync(join(versions, newest, 'bin', 'initdb')) ? join(versions, newest, 'bin') : undefined
}

/** The server refuses to run as root; Debian's package brings a user for it. @param {string} path @param {string[]} words */
function asServer(path, words) {
  const isRoot = process.getuid?.() === 0
  const [program, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...words]] : [path, words]
  return spawnSync(program, all, { encoding: 'utf8', cwd: tmpdir() }).status === 0
}

/**
 * @param {{ isOwn?: boolean }} [options] `isOwn`: one that nobody else uses and that may be killed; what it answered survives
 * @returns {Promise<{url?: string, stop: () => void}>} its address, or none where there is no PostgreSQL here: the
 * tests that need it are then counted as skipped
 */
export async function startPostgres({ isOwn = false } = {}) {
  const nothing = { stop: () => {} }
  if (process.env.TEST_DATABASE_URL && !isOwn) return { url: process.env.TEST_DATABASE_URL, ...nothing }
  const bin = programs()
  if (!bin) return nothing
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-postgres-'))
  // Only the server's own user needs access.
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const port = await freePort('127.0.0.1', 0)
  const options = `-p ${port} -c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off -c synchronous_commit=${isOwn ? 'on' : 'off'} -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off`
  const stop = () => {
    asServer(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp =
    asServer(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']) &&
    asServer(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  if (!isUp) {
    stop()
    return nothing
  }
  // By its socket in a folder of its own, so that no other user of this machine comes in.
  return { url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`, stop }
}
