/**
 * Checks the audit log against what was signed, signs where it ends each minute in which it grew, and sends that where nobody
 * who could change the log is.
 */
import { appendFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { request } from 'undici'
import type { AuditCheck } from '../../../api/audit'
import type { Database } from '../../../database/open'
import { checkLines, isThere } from '../../../server/audit/audit-lines'
import { type BadLine, createSigner, type Head, noHash, openCheckpoint, verifierOf } from '../../../server/audit/chain'
import type { Clock } from '../../../server/clock'
import type { Settings } from '../../../server/settings'
import { type Log, traceOf } from '../../../server/telemetry/log'

const every = 60_000
/** Milliseconds for which a check of every line counts as current. */
const checkedFor = 600_000
/** Milliseconds that a receiver has to take a checkpoint. */
const sendLimit = 10_000

export const checkpointFile = (dataFolder: string) => join(dataFolder, 'audit-checkpoints.ndjson')

/** Bytes at the end of the file that a running console checks against: about a thousand checkpoints. */
const newest = 512 * 1024

/** A checkpoint as a file has it, with the public key of whoever says that they signed it. */
export type Kept = { checkpoint: string; public_key?: string }

/**
 * The checkpoints of a file, one a line with its time; lines that are none are left out.
 * @param most bytes at its end
 */
export async function readCheckpoints(path: string, most = Number.MAX_SAFE_INTEGER): Promise<Kept[]> {
  const file = await open(path).catch(() => undefined)
  if (!file) return []
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.min(size, most))
  await file.read(bytes, 0, bytes.length, size - bytes.length).finally(() => file.close())
  const lines = bytes.toString('utf8').split('\n')
  return lines.flatMap((line) => {
    try {
      const { checkpoint, public_key } = JSON.parse(line)
      if (typeof checkpoint !== 'string') return []
      return [{ checkpoint, ...(typeof public_key === 'string' && { public_key }) }]
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

const unchecked: AuditCheck = { lines: 0, signed: 0 }

export function createCheckpoints({ settings, database, clock, log, dispatcher }: CheckpointDependencies) {
  const signer = createSigner(settings.auditSigningKey ?? settings.secret)
  const file = checkpointFile(settings.dataFolder)
  /** Where the log ended when it was last signed here. */
  let signed: Head | undefined
  /** What the last check of every line found. */
  let last = unchecked
  /** What is wrong with the lines that were added since what was signed last. */
  let added: BadLine | undefined
  let checking: Promise<Head> | undefined
  let cancel = () => {}
  let working: Promise<void> = Promise.resolve()

  /** What is kept here, and its keys: earlier ones too, because whoever writes this folder has today's. */
  async function kept() {
    const entries = await readCheckpoints(file, newest)
    const texts = new Set([signer.text, ...entries.flatMap(({ public_key }) => public_key ?? [])])
    const keys = [...texts].flatMap((text) => {
      try {
        return verifierOf(text)
      } catch {
        return []
      }
    })
    return { keys, heads: () => entries.flatMap(({ checkpoint }) => openCheckpoint(checkpoint, keys) ?? []) }
  }

  const broken = ({ seq, why }: BadLine) => log.error({ event: 'audit-broken', seq, reason: why }, 'audit')

  async function checkEvery(): Promise<Head> {
    const at = new Date(clock.now()).toISOString()
    const { keys, heads } = await kept()
    // The file may be gone, or could not be written.
    const { check, bad } = await checkLines(database, [...heads(), ...(signed ? [signed] : [])], { keys })
    last = { lines: check.head.seq, at, signed: check.signedUntil, ...(bad && { bad }) }
    if (bad) broken(bad)
    else added = undefined
    return check.head
  }

  /** Checks every line. @returns where they end */
  const checkAll = () =>
    (checking ??= checkEvery().finally(() => {
      checking = undefined
    }))

  const isCurrent = () => last.at !== undefined && clock.now() - Date.parse(last.at) < checkedFor

  async function send(checkpoint: string): Promise<void> {
    const url = settings.auditCheckpointUrl
    if (url === undefined) return
    const { statusCode, body } = await request(url, {
      method: 'POST',
      body: checkpoint,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      dispatcher,
      signal: AbortSignal.timeout(sendLimit),
    })
    await body.dump()
    if (statusCode >= 300) log.warn({ event: 'audit-checkpoint-not-sent', status: statusCode }, 'audit')
  }

  /** Where the log ends now; undefined if a line is wrong. */
  async function wholeUntil(): Promise<Head | undefined> {
    const { keys, heads } = await kept()
    signed ??= heads().at(-1)
    if (last.bad && isCurrent()) return undefined
    // What was signed last is not in a restored copy, nor in another log.
    if (last.bad || !signed || !(await isThere(database, signed))) {
      const head = await checkAll()
      if (last.bad) return undefined
      // A page checks again: a console that has just started has few lines, and none of them signed.
      last = unchecked
      return head
    }
    const { check, bad } = await checkLines(database, [], { from: signed, keys })
    added = bad
    if (bad) broken(bad)
    return bad ? undefined : check.head
  }

  /** Signs where the log ends now, if its lines follow each other and what was signed. */
  async function once(): Promise<void> {
    const head = await wholeUntil()
    if (!head || head.hash === (signed?.hash ?? noHash)) return
    const checkpoint = signer.sign(head)
    signed = head
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
    /** What the last check found; begins another if it is no longer current, which a later call tells of. */
    check(): AuditCheck {
      if (!isCurrent())
        checkAll().catch((error) => log.warn({ event: 'audit-not-checked', ...traceOf(error) }, 'audit'))
      const bad = last.bad ?? added
      return { ...last, ...(bad && { bad }) }
    },
    /** Whether no line is wrong, as far as that was checked. */
    isWhole: () => !last.bad && !added,
    /** Signs what there is, and each minute what was added, until `close`. @param first what is waited for */
    start(first: Promise<unknown>) {
      const again = () => {
        working = now()
        cancel = clock.after(every, again)
      }
      working = first.then(now)
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
