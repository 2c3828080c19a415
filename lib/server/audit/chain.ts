/**
 * The chain of the audit log. A line's hash is SHA-256 over the JSON of its other members, sorted by name and without
 * spaces; one of them is the hash of the line before. A signed checkpoint says how many lines there were and where the chain
 * ended, so that rewriting it whole, or cutting its end, contradicts what was signed. A restored copy begins another chain,
 * and signs which one it follows and what it knows was signed of those that it leaves behind.
 */
import { createHash, createPrivateKey, createPublicKey, hash, hkdfSync, randomUUID, sign, verify } from 'node:crypto'
import { CompiledQuery, PostgresAdapter, type Transaction } from 'kysely'
import type { AuditHeadTable, AuditLineTable, RequestMarkTable, Tables } from '../../database/tables'

export type NewLine = Omit<AuditLineTable, 'seq' | 'chain' | 'at' | 'prev_hash' | 'hash'>
export type Head = Pick<AuditLineTable, 'chain' | 'seq' | 'hash'>

/** What a transaction adds to the chain of marks (lib/server/writes/marks.ts), behind the newest, which its head names. */
export type AddMark = (newest: NewestMark | undefined) => {
  mark: RequestMarkTable
  /** The request whose row is this version, and its digest; absent for a mark without one. */
  digested?: { id: string; row_digest: string }
}
export type NewestMark = Pick<RequestMarkTable, 'seq' | 'at' | 'link'>

/** What the first line of every chain follows. */
export const noHash = '0'.repeat(64)
/** The act of the first line of a chain that follows another. */
export const chainBegan = 'chain-began'

/** The members of a line but its hash, sorted by name. */
export const members: Exclude<keyof AuditLineTable, 'hash'>[] = [
  ...([
    'act',
    'address',
    'at',
    'chain',
    'detail',
    'digest',
    'environment',
    'name',
    'object_id',
    'object_kind',
  ] as const),
  ...(['outcome', 'prev_hash', 'request_id', 'roles', 'seq', 'subject'] as const),
]

/** What is hashed of a line. Databases write the same text: see `checkLines`. */
export const textOf = (line: Omit<AuditLineTable, 'hash'>): string => JSON.stringify(line, members)
export const hashOf = (line: Omit<AuditLineTable, 'hash'>): string => hash('sha256', textOf(line))

/** Nothing that a person or another system wrote; of lines that no person caused. */
export const noOne = {
  subject: 'mintdesk',
  name: 'Mintdesk',
  roles: '',
  address: '',
  request_id: '',
  object_kind: '',
  object_id: '',
  environment: '',
  digest: '',
  detail: '{}',
}

const columns = [...members, 'hash'] as const

/** Written as texts: building these with Kysely takes as long as running them, and every write waits for them. */
const statements = {
  // An update locks the row on SQLite and PostgreSQL alike.
  lock: `update audit_head set seq = seq + ? where id = 1
    returning chain, seq, at, hash, mark_seq, mark_at, mark_link`,
  line: `insert into audit_line (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  mark: 'insert into request_mark (seq, at, intent_id, link, row_digest) values (?, ?, ?, ?, ?)',
  digest: 'update intent set mark = ?, row_digest = ? where id = ?',
  head: `update audit_head set chain = ?, at = ?, hash = ?, mark_seq = ?, mark_at = ?, mark_link = ? where id = 1`,
}
type Statement = readonly [text: string, values: readonly unknown[]]

/** PostgreSQL's names of parameters. */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
}

/** Runs statements of different rows, on PostgreSQL in one round trip: whoever waits for the head waits for each. */
async function runAll(within: Transaction<Tables>, all: readonly Statement[]): Promise<void> {
  const run = (text: string, values: readonly unknown[]) => within.executeQuery(CompiledQuery.raw(text, [...values]))
  if (!isPostgres(within)) for (const [text, values] of all) await run(text, values)
  else {
    const texts = all.map(([text]) => text)
    const parts = texts.slice(0, -1).map((text, index) => `part_${index} as (${text})`)
    const whole = parts.length > 0 ? `with ${parts.join(', ')} ${texts.at(-1)}` : `${texts.at(-1)}`
    await run(
      numbered(whole),
      all.flatMap(([, values]) => values),
    )
  }
}

const isPostgres = (within: Transaction<Tables>) => within.getExecutor().adapter instanceof PostgresAdapter

/**
 * Adds lines and a mark, as the last statements of a transaction: whoever adds some waits until this one commits.
 * @param now   microseconds since 1970
 * @param begin the detail of the first line, where it begins another chain than the one of the head
 */
export async function appendLines(
  within: Transaction<Tables>,
  lines: readonly NewLine[],
  now: number,
  { begin, addMark }: { begin?: (chain: string, previous: Head) => object; addMark?: AddMark } = {},
): Promise<AuditLineTable[]> {
  const lock = isPostgres(within) ? numbered(statements.lock) : statements.lock
  const [head] = (await within.executeQuery<AuditHeadTable>(CompiledQuery.raw(lock, [lines.length]))).rows
  if (!head) throw new Error('The audit log has no head.')
  const at = lines.length === 0 ? Number(head.at) : Math.max(Math.round(now), Number(head.at))
  let seq = Number(head.seq) - lines.length
  let { chain, hash } = head
  const added = lines.map((line, index): AuditLineTable => {
    let [detail, prev_hash] = [line.detail, hash]
    if (begin && index === 0) {
      const previous = { chain, seq, hash }
      chain = randomUUID()
      detail = JSON.stringify(begin(chain, previous))
      prev_hash = noHash
    }
    seq += 1
    const whole = { ...line, detail, seq, chain, at, prev_hash }
    hash = hashOf(whole)
    return { ...whole, hash }
  })
  let newest = newestMarkOf(head)
  const ofMark: Statement[] = []
  if (addMark) {
    const { mark, digested } = addMark(newest)
    newest = mark
    ofMark.push([statements.mark, [mark.seq, mark.at, mark.intent_id, mark.link, mark.row_digest]])
    if (digested) ofMark.push([statements.digest, [mark.seq, digested.row_digest, digested.id]])
  }
  await runAll(within, [
    ...added.map((line): Statement => [statements.line, columns.map((name) => line[name])]),
    ...ofMark,
    [statements.head, [chain, at, hash, newest?.seq ?? null, newest?.at ?? null, newest?.link ?? null]],
  ])
  return added
}

const newestMarkOf = ({ mark_seq, mark_at, mark_link }: AuditHeadTable): NewestMark | undefined =>
  mark_seq === null || mark_at === null || mark_link === null
    ? undefined
    : { seq: Number(mark_seq), at: Number(mark_at), link: mark_link }

/**
 * The first line of a restored copy: it begins another chain, and names where the one of the backup ended.
 * @param signed what is known to have been signed, of every chain, and behind it what else is known of where one ended
 */
export const beginChain = (
  within: Transaction<Tables>,
  now: number,
  { cause, signer, signed }: { cause: string; signer: Signer; signed: readonly Head[] },
): Promise<unknown> =>
  appendLines(within, [{ ...noOne, act: chainBegan, outcome: 'done' }], now, {
    begin: (chain, previous) => ({
      cause,
      previous,
      statement: signer.begin({ chain, previous, signed: newestOf(signed) }),
    }),
  })

/** The last head of each chain; of two with the same number the first. */
function newestOf(heads: readonly Head[]): Head[] {
  const newest = new Map<string, Head>()
  for (const head of heads) if (head.seq > (newest.get(head.chain)?.seq ?? 0)) newest.set(head.chain, head)
  return [...newest.values()]
}

const keyName = 'mintdesk-audit'
const originPrefix = `${keyName}/`
/** What is signed of a chain that follows another begins otherwise than a checkpoint, so that neither passes for the other. */
const beginningPrefix = `${keyName}-chain/`
/** The form of an Ed25519 seed and of a public key in DER, before their 32 bytes (RFC 8410). */
const [seedForm, publicForm] = ['302e020100300506032b657004220420', '302a300506032b6570032100'] as const

/** What a chain that follows another says of itself: where that one ended, and what was signed of it and of others. */
export type Beginning = { chain: string; previous: Head; signed: readonly Head[] }

/** Signs checkpoints and beginnings: `text` is the public key as C2SP's signed notes write it. */
export type Signer = { text: string; sign: (head: Head) => string; begin: (beginning: Beginning) => string }

const rootOf = (hash: string) => Buffer.from(hash, 'hex').toString('base64')
const hashIn = (root: string) => Buffer.from(root, 'base64').toString('hex')

/** The public key of a text such as `mintdesk-audit+1a2b3c4d+AY…`. @throws Error if it is none */
export function verifierOf(text: string) {
  const [, id = '', key = ''] = /^mintdesk-audit\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(text) ?? []
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Error('It is no public key of checkpoints.')
  const form = Buffer.concat([Buffer.from(publicForm, 'hex'), bytes.subarray(1)])
  return { id, key: createPublicKey({ key: form, format: 'der', type: 'spki' }) }
}

/** @param secret AUDIT_SIGNING_KEY, else NEXTAUTH_SECRET */
export function createSigner(secret: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'mintdesk', 'audit checkpoints', 32))
  const form = Buffer.concat([Buffer.from(seedForm, 'hex'), seed])
  const key = createPrivateKey({ key: form, format: 'der', type: 'pkcs8' })
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const typed = Buffer.concat([Buffer.from([1]), own])
  const id = createHash('sha256').update(`${keyName}\n`).update(typed).digest().subarray(0, 4)
  const noteOf = (text: string) => {
    const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)])
    return `${text}\n— ${keyName} ${signature.toString('base64')}\n`
  }
  return {
    text: `${keyName}+${id.toString('hex')}+${typed.toString('base64')}`,
    sign: ({ chain, seq, hash }) => noteOf(`${originPrefix}${chain}\n${seq}\n${rootOf(hash)}\n`),
    begin({ chain, previous, signed }) {
      const heads = [previous, ...signed].map((head) => `${head.chain} ${head.seq} ${rootOf(head.hash)}\n`)
      return noteOf(`${beginningPrefix}${chain}\n${heads.join('')}`)
    },
  }
}

export type Verifier = ReturnType<typeof verifierOf>

/** The text of a note, if one of these keys signed it. */
function signedText(note: string, keys: readonly Verifier[]): string | undefined {
  const [, text = '', line = ''] = /^((?:.+\n)+)\n— mintdesk-audit (\S+)\n$/.exec(note) ?? []
  const signature = Buffer.from(line, 'base64')
  const isSigned = keys.some(
    ({ id, key }) =>
      signature.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), key, signature.subarray(4)),
  )
  return isSigned ? text : undefined
}

/** The head that a checkpoint names, if one of these keys signed it; undefined if none did. */
export function openCheckpoint(note: string, keys: readonly Verifier[]): Head | undefined {
  const [, chain = '', seq, root = ''] =
    /^mintdesk-audit\/(\S+)\n(\d{1,15})\n([A-Za-z0-9+/=]{44})\n$/.exec(signedText(note, keys) ?? '') ?? []
  return seq === undefined ? undefined : { chain, seq: Number(seq), hash: hashIn(root) }
}

/** What a chain says of its beginning, if one of these keys signed it; undefined if none did. */
export function openBeginning(note: string, keys: readonly Verifier[]): Beginning | undefined {
  const [first = '', ...rest] = (signedText(note, keys) ?? '').split('\n').slice(0, -1)
  const [previous, ...signed] = rest.flatMap((line): Head[] => {
    const [, chain = '', seq, root = ''] = /^(\S+) (\d{1,15}) ([A-Za-z0-9+/=]{44})$/.exec(line) ?? []
    return seq === undefined ? [] : [{ chain, seq: Number(seq), hash: hashIn(root) }]
  })
  return previous && first.startsWith(beginningPrefix)
    ? { chain: first.slice(beginningPrefix.length), previous, signed }
    : undefined
}

export type BadLine = { seq: number; why: string }

/** A chain that follows another. */
export type Restore = {
  /** Its first line. */
  seq: number
  /** The one that it says it follows. */
  previous: string
  /** Signed lines of the chain before that are not here. */
  missing: number
  /** Whether a key that is known here signed that it follows the other. */
  isSigned: boolean
}

/** What the line that begins a chain names as the one before, and what one of these keys signed of that; neither if it was made up. */
export function beginningIn(
  detail: string,
  keys: readonly Verifier[],
): { named?: Partial<Head>; beginning?: Beginning | undefined } {
  try {
    const { previous, statement } = JSON.parse(detail) ?? {}
    return { named: previous, beginning: typeof statement === 'string' ? openBeginning(statement, keys) : undefined }
  } catch {
    return {}
  }
}

/** Checks lines in their order, against each other and against what was signed. */
export class ChainCheck {
  /** The first line that is wrong. */
  bad: BadLine | undefined
  /** Where restored copies began chains. */
  readonly restores: Restore[] = []
  /** The last line that something signed vouches for, and so for those before it. */
  signedUntil: number
  #head: Head
  readonly #keys: readonly Verifier[]
  /** What was signed, by chain, and how far it goes. */
  readonly #signed = new Map<string, { until: number; hashes: Map<number, Set<string>> }>()
  /** The chains that are here as far as they were signed, or are left behind by a restored copy that says so, signed. */
  readonly #accounted = new Set<string>()

  /**
   * @param from where the lines that come next begin, as it was signed; by default at the first
   * @param keys whose signature on a beginning is believed
   */
  constructor(
    checkpoints: readonly Head[],
    from: Head = { chain: '', seq: 0, hash: noHash },
    keys: readonly Verifier[] = [],
  ) {
    this.#head = from
    this.#keys = keys
    this.signedUntil = from.seq
    for (const { chain, seq, hash } of checkpoints) {
      const { until, hashes } = this.#signed.get(chain) ?? { until: 0, hashes: new Map<number, Set<string>>() }
      // Of two that contradict each other no line can be right.
      const both = new Set([...(hashes.get(seq) ?? []), hash])
      this.#signed.set(chain, { until: Math.max(until, seq), hashes: hashes.set(seq, both) })
    }
    if (from.seq > 0 && this.#until(from.chain) <= from.seq) this.#accounted.add(from.chain)
  }

  get head(): Head {
    return this.#head
  }

  #until(chain: string): number {
    return this.#signed.get(chain)?.until ?? 0
  }

  /** @param text what should have been hashed: nothing else of the line is looked at */
  add({ text, hash: known }: { text: string; hash: string }): void {
    if (this.bad) return
    const line: Omit<AuditLineTable, 'hash'> = JSON.parse(text)
    const before = this.#head
    const next = before.seq + 1
    if (line.seq !== next) this.bad = { seq: next, why: line.seq > next ? 'It is missing.' : 'It is there twice.' }
    else if (hash('sha256', text) !== known) this.bad = { seq: next, why: 'It was changed.' }
    else if (line.act === chainBegan) this.#follow(line, before)
    else if (line.prev_hash !== before.hash)
      // The line after it is as it was written, and names another.
      this.bad = { seq: Math.max(1, before.seq), why: 'It is not the one that the next line follows.' }
    else if (before.seq > 0 && line.chain !== before.chain) this.bad = { seq: next, why: 'It is of another chain.' }
    const signed = this.#signed.get(line.chain)
    const expected = signed?.hashes.get(line.seq)
    if (!this.bad && expected !== undefined)
      if (expected.size > 1 || !expected.has(known))
        this.bad = {
          seq: next,
          why: 'It is not the one that was signed: it or one since the checkpoint before was changed.',
        }
      else {
        this.signedUntil = line.seq
        if (line.seq === signed?.until) this.#accounted.add(line.chain)
      }
    this.#head = { chain: line.chain, seq: line.seq, hash: known }
  }

  #follow({ chain: own, seq: at, detail }: Omit<AuditLineTable, 'hash'>, before: Head): void {
    const { named, beginning } = beginningIn(detail, this.#keys)
    const { seq, hash } = before
    // Where there is no line before, nothing else names its chain.
    const chain = seq > 0 ? before.chain : String(named?.chain)
    const isBefore = (head: Partial<Head> | undefined) =>
      head?.chain === chain && head.seq === seq && head.hash === hash
    const isSigned = beginning !== undefined && beginning.chain === own && isBefore(beginning.previous)
    if (!isBefore(named)) this.bad = { seq: Math.max(1, seq), why: 'It is not the one that the restored copy names.' }
    const left = isSigned ? beginning.signed : []
    for (const head of left) {
      const { until = 0, hashes } = this.#signed.get(head.chain) ?? {}
      if (head.seq > until || (head.seq === until && hashes?.get(until)?.has(head.hash)))
        this.#accounted.add(head.chain)
    }
    if (isSigned) this.signedUntil = seq
    const until = Math.max(this.#until(chain), ...left.map((head) => (head.chain === chain ? head.seq : 0)))
    this.restores.push({ seq: at, previous: chain, missing: Math.max(0, until - seq), isSigned })
  }

  /** Where a chain that was signed is not here, and no restored copy says why. */
  #lost(name: string, until: number): BadLine {
    const { chain, seq } = this.#head
    if (seq === 0 || name === chain) return { seq: seq + 1, why: 'It is missing, and so are those after it.' }
    const follower =
      this.restores.find(({ previous }) => previous === name) ?? this.restores.findLast(({ isSigned }) => isSigned)
    return follower
      ? {
          seq: follower.seq,
          why: `It begins the chain of a restored copy, and does not name line ${until} of the chain ${name}, which was signed.`,
        }
      : { seq: 1, why: 'It is of another chain than the one that was signed.' }
  }

  /** @param head where the database says that the log ends @returns the first line that is wrong */
  end(head?: Head): BadLine | undefined {
    if (this.bad) return this.bad
    const { chain, seq, hash } = this.#head
    const wrong = [...this.#signed].flatMap(([name, { until }]) =>
      this.#accounted.has(name) ? [] : this.#lost(name, until),
    )
    // Where nothing was signed nothing can be believed, and the reader is told so.
    const unsigned =
      this.#signed.size > 0 || this.signedUntil > 0
        ? this.restores.find((one) => !one.isSigned && one.seq > this.signedUntil)
        : undefined
    if (unsigned)
      wrong.push({ seq: unsigned.seq, why: 'It begins another chain, and no key that is known here signed that.' })
    if (head && head.seq > seq) wrong.push({ seq: seq + 1, why: 'It is missing, and so are those after it.' })
    else if (head && seq > 0 && (head.hash !== hash || head.chain !== chain || head.seq !== seq))
      wrong.push({ seq, why: 'It is not the one with which the log ends.' })
    this.bad = wrong.toSorted((one, other) => one.seq - other.seq)[0]
    return this.bad
  }
}
