/** Copies of the SQLite database: made while a console uses it, and put in its place while none does. */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backupSqlite, openSqlite } from '../sqlite'
import { BackupFileError, readContent } from './backup-file'
import {
  type BeganRow,
  beganQuery,
  headQuery,
  type Replaced,
  replacedOf,
  type SentRow,
  sentQuery,
} from './copied-tables'

export const sqliteFile = (dataFolder: string) => join(dataFolder, 'console.sqlite')
const besides = ['', '-wal', '-shm'] as const

/**
 * Writes the database as one compressed file.
 * @param scratch a folder with room for a copy; nothing is left there
 */
export async function copySqlite(
  dataFolder: string,
  { scratch, sink, onProgress }: { scratch: string; sink: Writable; onProgress: (share: number) => void },
): Promise<void> {
  const copy = join(scratch, `.mintdesk-${randomUUID()}.sqlite`)
  // Made first, so that nobody else can read what is written.
  await (await open(copy, 'wx', 0o600)).close()
  try {
    await backupSqlite(sqliteFile(dataFolder), copy, onProgress)
    await pipeline(createReadStream(copy), createGzip({ level: 5 }), sink)
  } finally {
    for (const beside of besides) rmSync(copy + beside, { force: true })
  }
}

/** Unpacks a backup beside the database. @returns the file, which the caller removes or puts in its place */
export async function unpackSqlite(path: string, dataFolder: string): Promise<string> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  chmodSync(dataFolder, 0o700)
  const folder = join(dataFolder, `.restoring-${randomUUID()}`)
  mkdirSync(folder, { mode: 0o700 })
  try {
    await pipeline(
      readContent(path),
      createGunzip(),
      createWriteStream(sqliteFile(folder), { mode: 0o600, flags: 'wx' }),
    )
    const database = openSqlite(sqliteFile(folder), true)
    try {
      const result = database.prepare('PRAGMA integrity_check').get() as { integrity_check?: string } | undefined
      if (result?.integrity_check !== 'ok') throw new BackupFileError(`${path} holds a damaged database.`)
    } finally {
      database.close()
    }
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

export const removeUnpacked = (folder: string) => rmSync(folder, { recursive: true, force: true })

const inUse = () => new BackupFileError('A console is using the database. Stop it first; nothing was changed.')

/** A database that nothing else has open, until it is released. */
export type LockedSqlite = {
  /** Undefined if it cannot be read. */
  known: Replaced | undefined
  release: () => void
}

/**
 * Locks the database that is there. Before anything else of this process opens it: a connection of the driver for Node 20
 * keeps its lock after it is closed, until its statements are collected.
 * @returns undefined if there is none
 * @throws BackupFileError if a console uses it
 */
export function lockSqlite(dataFolder: string): LockedSqlite | undefined {
  const path = sqliteFile(dataFolder)
  if (!existsSync(path)) return undefined
  let database: ReturnType<typeof openSqlite> | undefined
  try {
    const locked = openSqlite(path, true)
    database = locked
    // Leaving the log needs every other connection to be closed, whatever it does.
    const { journal_mode } = locked.prepare('PRAGMA journal_mode=DELETE').get() as { journal_mode: string }
    if (journal_mode !== 'delete') throw inUse()
    locked.exec('BEGIN EXCLUSIVE')
    const release = () => {
      if (!locked.isOpen) return
      locked.exec('ROLLBACK')
      locked.close()
    }
    return { known: knownIn(locked), release }
  } catch (error) {
    database?.close()
    const code = Number((error as { errcode?: unknown }).errcode) & 0xff
    // SQLITE_BUSY, SQLITE_LOCKED.
    if (error instanceof BackupFileError || code === 5 || code === 6) throw inUse()
    return { known: undefined, release: () => undefined }
  }
}

function knownIn(database: ReturnType<typeof openSqlite>): Replaced | undefined {
  try {
    const head = database.prepare(headQuery).get() as Replaced['head']
    const began = database.prepare(beganQuery).all() as BeganRow[]
    return replacedOf(database.prepare(sentQuery).all() as SentRow[], head, began)
  } catch {
    return undefined
  }
}

/**
 * Puts an unpacked database in its place. One that is there is kept under another name.
 * @returns where the one before is
 * @throws BackupFileError if a console has made one meanwhile
 */
export async function placeSqlite(
  folder: string,
  dataFolder: string,
  locked: LockedSqlite | undefined,
  now: Date,
): Promise<string | undefined> {
  const from = sqliteFile(folder)
  const to = sqliteFile(dataFolder)
  let before: string | undefined
  try {
    if (locked) {
      before = `${to}.before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
      for (const beside of besides) if (existsSync(to + beside)) renameSync(to + beside, before + beside)
    }
    try {
      // Fails where a console has made a database meanwhile.
      linkSync(from, to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUse()
      throw error
    }
    const parent = await open(dirname(to), 'r')
    await parent.sync().finally(() => parent.close())
  } finally {
    locked?.release()
  }
  return before
}
