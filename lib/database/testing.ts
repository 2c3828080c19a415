/** A pooler for tests: pgbouncer in transaction mode, as operators put it before PostgreSQL. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Debian's place; its package is named pgbouncer, too. */
const program = '/usr/sbin/pgbouncer'
export const hasPgbouncer = existsSync(program)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function answers(url: string): Promise<void> {
  for (let left = 100; ; left--) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** The database that an address leads to. */
export const databaseName = (databaseUrl: string) => new pg.Client({ connectionString: databaseUrl }).database

/**
 * Starts pgbouncer before the server at this address.
 * @param settings more lines of its configuration
 * @returns `urlOf`: the address of a database behind it
 */
export async function startPgbouncer(databaseUrl: string, settings: readonly string[] = []) {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-pgbouncer-'))
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const target = [`host=${host}`, `port=${port}`, `user=${user}`, ...(password ? [`password=${password}`] : [])]
  const lines = [
    '[databases]',
    `* = ${target.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // Few, so that connections are shared all the time.
    'default_pool_size = 3',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  // It refuses to run as root. As the server's user it may use the server's socket.
  const isRoot = process.getuid?.() === 0
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder])
  const child = spawn(program, [...(isRoot ? ['-u', 'postgres'] : []), file], { stdio: 'ignore' })
  const urlOf = (name = database) => `postgres://${user}@127.0.0.1:${own}/${name}`
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  await answers(urlOf()).catch(async (error) => {
    await stop()
    throw error
  })
  return { urlOf, stop }
}
