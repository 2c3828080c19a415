/**
 * A backup: one file of a header with its manifest, and the copy of the database. The header is text, so that `head -c 16384`
 * shows what a file is; its second line is the SHA-256 of the third, which has that of the content.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

const magic = 'mintdesk-backup 1'
const headerBytes = 16 * 1024

export type Manifest = {
  made_at: string
  /** What was sent before this is in the copy. RFC 3339. */
  known_until: string
  /** Of Mintdesk. */
  version: string
  engine: 'sqlite' | 'postgresql'
  migrations: string[]
  /** The names of the keys with which it is encrypted, never the keys. */
  key_names: string[]
  bytes: number
  sha256: string
}

/** A file that is no whole backup; the message is for a person. */
export class BackupFileError extends Error {}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function headerOf(manifest: Manifest): Buffer {
  const json = JSON.stringify(manifest)
  const text = `${magic}\n${digest(json)}\n${json}\n`
  const header = Buffer.alloc(headerBytes, ' ')
  if (header.write(text) !== Buffer.byteLength(text) || text.length >= headerBytes)
    throw new Error('The manifest does not fit into its header.')
  header.write('\n', headerBytes - 1)
  return header
}

/** Writes what it gets behind the header, and counts and digests it. */
function contentSink(file: FileHandle, onProgress: (bytes: number) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  const sink = new Writable({
    highWaterMark: 1024 * 1024,
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      file.write(chunk, 0, chunk.length, headerBytes + bytes).then(({ bytesWritten }) => {
        if (bytesWritten !== chunk.length)
          return done(Object.assign(new Error('The disk took only a part.'), { code: 'ENOSPC' }))
        bytes += chunk.length
        onProgress(bytes)
        done()
      }, done)
    },
  })
  return { sink, ended: () => ({ bytes, sha256: hash.digest('hex') }) }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * Writes a backup, whole or not at all: under a temporary name beside it, through to the disk, then renamed. Mode 0600.
 * @param fill writes the content
 * @throws BackupFileError if there is a file already; the error of the disk or of `fill`
 */
export async function writeBackup(
  path: string,
  facts: Omit<Manifest, 'bytes' | 'sha256'>,
  fill: (sink: Writable) => Promise<void>,
  { onProgress = () => undefined, signal }: { onProgress?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const target = resolve(path)
  const taken = () => new BackupFileError(`${path} exists already. Choose another name; nothing was overwritten.`)
  if (existsSync(target)) throw taken()
  const partial = `${target}.partial-${randomUUID().slice(0, 8)}`
  const file = await open(partial, 'wx', 0o600)
  try {
    const { sink, ended } = contentSink(file, onProgress)
    await fill(sink)
    sink.end()
    await finished(sink)
    signal?.throwIfAborted()
    const manifest = { ...facts, ...ended() }
    const header = headerOf(manifest)
    await file.write(header, 0, header.length, 0)
    await file.sync()
    await file.close()
    if (existsSync(target)) throw taken()
    await rename(partial, target)
    await syncFolder(dirname(target))
    return manifest
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

const isText = (value: unknown) => typeof value === 'string'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false
  const { made_at, known_until, version, engine, migrations, key_names, bytes, sha256 } = value as Partial<Manifest>
  return (
    [made_at, version, sha256].every(isText) &&
    !Number.isNaN(Date.parse(known_until ?? '')) &&
    (engine === 'sqlite' || engine === 'postgresql') &&
    areTexts(migrations) &&
    areTexts(key_names) &&
    Number.isSafeInteger(bytes)
  )
}

async function readHeader(path: string): Promise<{ header: Buffer; size: number }> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupFileError(`${path} cannot be read (${error.code}).`)
  })
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(headerBytes)
    const { bytesRead } = await file.read(header, 0, headerBytes, 0)
    return { header: header.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}

/** What a backup says of itself. @throws BackupFileError if it is none, was altered, or is not whole */
export async function readManifest(path: string): Promise<Manifest> {
  const { header, size } = await readHeader(path)
  const [first = '', sum = '', json = ''] = header.toString('utf8').split('\n')
  if (first !== magic) {
    const isOther = /^mintdesk-backup \d+$/.test(first)
    throw new BackupFileError(
      isOther ? `${path} was made by a newer version of Mintdesk.` : `${path} is not a backup of Mintdesk.`,
    )
  }
  if (header.length < headerBytes) throw new BackupFileError(`${path} is truncated.`)
  if (digest(json) !== sum) throw new BackupFileError(`${path} was altered: its manifest does not have its SHA-256.`)
  const manifest: unknown = JSON.parse(json)
  if (!isManifest(manifest)) throw new BackupFileError(`${path} has a manifest that this version cannot read.`)
  if (size !== headerBytes + manifest.bytes)
    throw new BackupFileError(
      `${path} is ${size < headerBytes + manifest.bytes ? 'truncated' : 'altered'}: it has ${size} bytes of ${headerBytes + manifest.bytes}.`,
    )
  return manifest
}

/** The content of a backup. */
export const readContent = (path: string): Readable => createReadStream(path, { start: headerBytes })

/** Reads the whole content. @throws BackupFileError unless it has the SHA-256 of the manifest */
export async function checkContent(path: string, { sha256 }: Manifest): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of readContent(path)) hash.update(chunk)
  if (hash.digest('hex') !== sha256)
    throw new BackupFileError(`${path} was altered: its content does not have the SHA-256 of its manifest.`)
}
