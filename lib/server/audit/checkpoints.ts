/** Signs where the audit log ends, each minute in which it grew, and sends that where nobody who could change the log is. */
import { appendFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { request } from 'undici'
import type { Database } from '../../database/open'
import type { Clock } from '../clock'
import { type Log, traceOf } from '../http/log'
import type { Settings } from '../settings'
import { checkLines } from './audit-lines'
import { createSigner, type Head, openCheckpoint, verifierOf } from './chain'

const every = 60_000
/** Milliseconds that a receiver has to take a checkpoint. */
const sendLimit = 10_000

export const checkpointFile = (dataFolder: string) => join(dataFolder, 'audit-checkpoints.ndjson')

/** Bytes at the end of the file that a running console checks against: about a thousand checkpoints. */
const newest = 512 * 1024

/**
 * The checkpoints of a file, one a line with its time; lines that are none are left out.
 * @param most bytes at its end
 */
export async function readCheckpoints(path: string, most = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const file = await open(path).catch(() => undefined)
  if (!file) return []
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.min(size, most))
  await file.read(bytes, 0, bytes.length, size - bytes.length).finally(() => file.close())
  const lines = bytes.toString('utf8').split('\n')
  return lines.flatMap((line) => {
    try {
      const { checkpoint } = JSON.parse(line)
      return typeof checkpoint === 'string' ? [checkpoint] : []
    } catch {
      return []
    }
  })
}

type CheckpointDependencies = {
  settings: Pick<Settings, 'secret' | 'auditSigningKey' | 'auditCheckpointUrl' | 'dataFolder'>
  database: Database
  clock: Clock
  log: Log
  dispatcher?: Dispatcher
}

export function createCheckpoints({ settings, database, clock, log, dispatcher }: CheckpointDependencies) {
  const signer = createSigner(settings.auditSigningKey ?? settings.secret)
  const own = [verifierOf(signer.text)]
  const file = checkpointFile(settings.dataFolder)
  /** Where the log ended when it was last signed here. */
  let signed: Head | undefined
  /** Whether the lines followed each other when that was last checked. */
  let isWhole = true
  let cancel = () => {}
  let working: Promise<void> = Promise.resolve()

  const signedHeads = async () =>
    (await readCheckpoints(file, newest)).flatMap((note) => openCheckpoint(note, own) ?? [])

  async function send(checkpoint: string): Promise<void> {
    const url = settings.auditCheckpointUrl
    if (url === undefined) return
    const { statusCode, body } = await request(url, {
      ...{ method: 'POST', body: checkpoint, headers: { 'content-type': 'text/plain; charset=utf-8' }, dispatcher },
      signal: AbortSignal.timeout(sendLimit),
    })
    await body.dump()
    if (statusCode >= 300) log.warn({ event: 'audit-checkpoint-not-sent', status: statusCode }, 'audit')
  }

  /** Signs where the log ends now, if the lines since the last time follow each other. */
  async function once(): Promise<void> {
    signed ??= (await signedHeads()).at(-1)
    const { check, head, bad } = await checkLines(database, [], { from: signed })
    isWhole = !bad
    if (bad) return log.error({ event: 'audit-broken', seq: bad.seq, reason: bad.why }, 'audit')
    if (head.seq === (signed?.seq ?? 0)) return
    const checkpoint = signer.sign(check.head)
    signed = check.head
    log.info({ event: 'audit-checkpoint', checkpoint, public_key: signer.text }, 'audit')
    const entry = { at: new Date(clock.now()).toISOString(), checkpoint, public_key: signer.text }
    const keep = async () => {
      await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 })
      await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    }
    await keep().finally(() => send(checkpoint))
  }

  const now = () => once().catch((error) => log.warn({ event: 'audit-checkpoint-failed', ...traceOf(error) }, 'audit'))

  return {
    signedHeads,
    isWhole: () => isWhole,
    /** Signs each minute from now on, until `close`. */
    start() {
      const again = () => {
        working = now()
        cancel = clock.after(every, again)
      }
      cancel = clock.after(every, again)
    },
    /** Signs what was added since. */
    async close() {
      cancel()
      await working
      await now()
    },
  }
}
