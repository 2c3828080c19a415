/** Copies of the PostgreSQL database by its own programs: pg_dump, pg_restore and psql. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { revokeInPostgres, triggerFunctions } from '../audit-triggers'
import { BackupFileError } from './backup-file'
import { beganQuery, headQuery, type Replaced, replacedOf, sentQuery } from './copied-tables'

const debian = '/usr/lib/postgresql'

/** A program of PostgreSQL: of the newest version that Debian's packages put beside each other, or from the path. */
function program(name: string): string {
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const [newest] = versions.map((version) => join(debian, version, 'bin', name)).filter((path) => existsSync(path))
  return newest ?? name
}

/** Variables of libpq that an address may set beside the place. */
const security = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' }

/** How a program reaches the database: by its environment, because others can see the arguments of processes. */
function environmentFor(databaseUrl: string): NodeJS.ProcessEnv {
  const { host, port, user, database, password } = new pg.Client({ connectionString: databaseUrl })
  const given = new URLSearchParams(databaseUrl.split('?')[1] ?? '')
  const secured = Object.entries(security).flatMap(([name, variable]) => {
    const value = given.get(name)
    // The driver's own word, which libpq does not know.
    return value ? [[variable, value === 'no-verify' ? 'require' : value]] : []
  })
  return {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: '10',
    ...(password && { PGPASSWORD: password }),
    ...Object.fromEntries(secured),
  }
}

/** What a program says went wrong, without what it quotes of rows. */
const errorIn = (text: string) =>
  text
    .split('\n')
    .find((line) => /\b(?:error|ERROR|FATAL):/.test(line))
    ?.replace(/^.*?\b(?:error|ERROR|FATAL):\s*/, '')
    .slice(0, 300) ?? ''

/** Waits for a program. @throws BackupFileError if it fails or is not installed */
async function ended(name: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(0, 64 * 1024)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new BackupFileError(`${name} is not installed. Install the client programs of your PostgreSQL's version.`)
          : error,
      ),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw new BackupFileError(`${name} failed: ${errorIn(said) || `it ended with ${code}`}`)
}

async function withClient<Result>(databaseUrl: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  return act(client).finally(() => client.end())
}

/** How often, and after how many milliseconds each, it is asked again whether others have left the database. */
const triesForOthers = 5
const pauseForOthers = 200

type PostgresFacts = {
  /** Where the console's tables are, or will be. */
  schema: string
  tables: string[]
  /** Other connections to the database. */
  others: number
}

/** @throws the driver's error */
export const postgresFacts = (databaseUrl: string): Promise<PostgresFacts> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select current_schema() as schema')
    const schema = String(rows[0]?.schema ?? 'public')
    const tables = await client.query('select tablename from pg_tables where schemaname = $1 order by 1', [schema])
    const countOthers = async (): Promise<number> => {
      const { rows: counted } = await client.query(
        "select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
      )
      return counted[0].others
    }
    let others = await countOthers()
    // A connection that was closed a moment ago is still counted.
    for (let tries = 0; others > 0 && tries < triesForOthers; tries++) {
      await setTimeout(pauseForOthers)
      others = await countOthers()
    }
    return { schema, tables: tables.rows.map(({ tablename }) => String(tablename)), others }
  })

/** What the database knows; undefined if it cannot be read. */
export const knownInPostgres = (databaseUrl: string): Promise<Replaced | undefined> =>
  withClient(databaseUrl, async (client) => {
    const [head] = (await client.query(headQuery)).rows
    return replacedOf((await client.query(sentQuery)).rows, head, (await client.query(beganQuery)).rows)
  }).catch(() => undefined)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Writes the tables of a schema, as they were at one moment, in the format of pg_restore. */
export async function copyPostgres(databaseUrl: string, schema: string, sink: Writable): Promise<void> {
  const env = environmentFor(databaseUrl)
  const words = ['--format=custom', '--no-owner', '--no-privileges', `--table=${quoted(schema)}.*`]
  const child = spawn(program('pg_dump'), words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await Promise.all([ended('pg_dump', child), pipeline(child.stdout, sink)])
}

/**
 * Restores a copy, and runs more statements, all in one transaction.
 * @param replaced the tables that are there, which move to a schema of their own; [] for an empty database
 * @param after    statements behind the copy
 * @returns the schema that has the replaced tables
 * @throws BackupFileError if anything fails; nothing was changed then
 */
export async function restorePostgres(
  databaseUrl: string,
  content: Readable,
  {
    schema,
    replaced,
    after,
    now,
  }: { schema: string; replaced: readonly string[]; after: readonly string[]; now: Date },
): Promise<string | undefined> {
  const env = environmentFor(databaseUrl)
  const before = `before_restore_${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const moves = replaced.map((table) => `alter table ${quoted(schema)}.${quoted(table)} set schema ${before};\n`)
  // The copy has the triggers of its tables, and not the functions that they call.
  const triggers = `set local search_path to ${quoted(schema)};\n${triggerFunctions};\nset local search_path to default;\n`
  const head = `begin;\nset local lock_timeout = '10s';\n${triggers}${moves.length > 0 ? `create schema ${before};\n` : ''}${moves.join('')}`
  const tail = `\nset local search_path to ${quoted(schema)};\n${[revokeInPostgres, ...after].join(';\n')};\ncommit;\n`
  const psql = spawn(program('psql'), ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const restore = spawn(program('pg_restore'), ['--no-owner', '--no-privileges', '--file=-'], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  async function feed(): Promise<void> {
    psql.stdin.write(head)
    await Promise.all([
      ended('pg_restore', restore),
      // It stops reading behind the last table, so only its own end says whether it had all.
      pipeline(content, restore.stdin).catch(() => undefined),
      pipeline(restore.stdout, psql.stdin, { end: false }),
    ])
    // The commit follows only a whole copy.
    psql.stdin.end(tail)
  }
  // It closes its input when a statement fails, and says why.
  psql.stdin.on('error', () => undefined)
  const done = ended('psql', psql)
  try {
    await Promise.all([
      done,
      feed().catch(async (error) => {
        psql.kill('SIGKILL')
        restore.kill('SIGKILL')
        // What psql says is the reason, unless it only was killed.
        await done.catch((reason: Error) => {
          if (!/ended with/.test(reason.message)) throw reason
        })
        throw error
      }),
    ])
  } finally {
    restore.kill('SIGKILL')
  }
  return moves.length > 0 ? before : undefined
}
