/**
 * The chain of the audit log. A line's hash is SHA-256 over the JSON of its other members, sorted by name and without
 * spaces; one of them is the hash of the line before. A signed checkpoint says how many lines there were and where the chain
 * ended, so that rewriting it whole, or cutting its end, contradicts what was signed.
 */
import { createHash, createPrivateKey, createPublicKey, hash, hkdfSync, randomUUID, sign, verify } from 'node:crypto'
import { CompiledQuery, PostgresAdapter, type Transaction } from 'kysely'
import type { AuditHeadTable, AuditLineTable, Tables } from '../../database/tables'

export type NewLine = Omit<AuditLineTable, 'seq' | 'chain' | 'at' | 'prev_hash' | 'hash'>
export type Head = Pick<AuditLineTable, 'chain' | 'seq' | 'hash'>

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
  ...{ subject: 'mintdesk', name: 'Mintdesk', roles: '', address: '', request_id: '' },
  ...{ object_kind: '', object_id: '', environment: '', digest: '', detail: '{}' },
}

const columns = [...members, 'hash'] as const
const columnList = columns.join(', ')
/** An update locks the row on SQLite and PostgreSQL alike. */
const lockHead = (count: string) =>
  `update audit_head set seq = seq + ${count} where id = 1 returning chain, seq, at, hash`
const marks = columns.map((_, index) => `$${index + 1}`)
const endsAt = (at: number) => `update audit_head set chain = $${at}, at = $${at + 1}, hash = $${at + 2} where id = 1`

/** Written as texts: building these with Kysely takes as long as running them, and every write waits for them. */
const statements = {
  postgres: {
    lock: lockHead('$1'),
    // In one round trip with the last line.
    last: `with added as (insert into audit_line (${columnList}) values (${marks})) ${endsAt(columns.length + 1)}`,
    add: `insert into audit_line (${columnList}) values (${marks})`,
  },
  sqlite: {
    lock: lockHead('?'),
    add: `insert into audit_line (${columnList}) values (${columns.map(() => '?')})`,
    end: 'update audit_head set chain = ?, at = ?, hash = ? where id = 1',
  },
}

/**
 * Adds lines, as the last statements of a transaction: whoever adds some waits until this one commits.
 * @param now microseconds since 1970
 */
export async function appendLines(
  within: Transaction<Tables>,
  lines: readonly NewLine[],
  now: number,
): Promise<AuditLineTable[]> {
  const isPostgres = within.getExecutor().adapter instanceof PostgresAdapter
  const { lock, add } = isPostgres ? statements.postgres : statements.sqlite
  const run = <Row>(text: string, parameters: unknown[]) =>
    within.executeQuery<Row>(CompiledQuery.raw(text, parameters))
  const [head] = (await run<AuditHeadTable>(lock, [lines.length])).rows
  if (!head) throw new Error('The audit log has no head.')
  const at = Math.max(Math.round(now), Number(head.at))
  let seq = Number(head.seq) - lines.length
  let { chain, hash } = head
  const added = lines.map((line): AuditLineTable => {
    let [detail, prev_hash] = [line.detail, hash]
    if (line.act === chainBegan) {
      detail = JSON.stringify({ ...JSON.parse(detail), previous: { chain, seq, hash } })
      prev_hash = noHash
      chain = randomUUID()
    }
    seq += 1
    const whole = { ...line, detail, seq, chain, at, prev_hash }
    hash = hashOf(whole)
    return { ...whole, hash }
  })
  const rows = added.map((line) => columns.map((name) => line[name]))
  const last = isPostgres ? rows.pop() : undefined
  for (const row of rows) await run(add, row)
  if (last) await run(statements.postgres.last, [...last, chain, at, hash])
  else await run(statements.sqlite.end, [chain, at, hash])
  return added
}

/** The first line of a restored copy: it names where the chain of the backup ended, and begins another. */
export const beginChain = (within: Transaction<Tables>, now: number, cause: string): Promise<unknown> =>
  appendLines(within, [{ ...noOne, act: chainBegan, outcome: 'done', detail: JSON.stringify({ cause }) }], now)

const keyName = 'mintdesk-audit'
const originPrefix = `${keyName}/`
/** The form of an Ed25519 seed and of a public key in DER, before their 32 bytes (RFC 8410). */
const [seedForm, publicForm] = ['302e020100300506032b657004220420', '302a300506032b6570032100'] as const

/** Signs checkpoints: `text` is the public key as C2SP's signed notes write it. */
export type Signer = { text: string; sign: (head: Head) => string }

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
  return {
    text: `${keyName}+${id.toString('hex')}+${typed.toString('base64')}`,
    sign({ chain, seq, hash }) {
      const text = `${originPrefix}${chain}\n${seq}\n${Buffer.from(hash, 'hex').toString('base64')}\n`
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)])
      return `${text}\n— ${keyName} ${signature.toString('base64')}\n`
    },
  }
}

export type Verifier = ReturnType<typeof verifierOf>

/** The head that a checkpoint names, if one of these keys signed it; undefined if none did. */
export function openCheckpoint(note: string, keys: readonly Verifier[]): Head | undefined {
  const [, text = '', chain = '', seq = '', root = '', line = ''] =
    /^(mintdesk-audit\/(\S+)\n(\d{1,15})\n([A-Za-z0-9+/=]{44})\n)\n— mintdesk-audit (\S+)\n$/.exec(note) ?? []
  const signature = Buffer.from(line, 'base64')
  const isSigned = keys.some(
    ({ id, key }) =>
      signature.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), key, signature.subarray(4)),
  )
  return isSigned ? { chain, seq: Number(seq), hash: Buffer.from(root, 'base64').toString('hex') } : undefined
}

export type BadLine = { seq: number; why: string }

/** Checks lines in their order, against each other and against what checkpoints signed. */
export class ChainCheck {
  /** The first line that is wrong. */
  bad: BadLine | undefined
  /** Where restored copies began chains, and how many signed lines of the chain before are not here. */
  readonly restores: { seq: number; missing: number }[] = []
  #head: Head
  /** What was signed, by chain, and how far it goes. */
  readonly #signed = new Map<string, { until: number; hashes: Map<number, string> }>()

  /** @param from where the lines that come next begin; by default at the first */
  constructor(checkpoints: readonly Head[], from: Head = { chain: '', seq: 0, hash: noHash }) {
    this.#head = from
    for (const { chain, seq, hash } of checkpoints) {
      const { until, hashes } = this.#signed.get(chain) ?? { until: 0, hashes: new Map<number, string>() }
      this.#signed.set(chain, { until: Math.max(until, seq), hashes: hashes.set(seq, hash) })
    }
  }

  get head(): Head {
    return this.#head
  }

  #signedUntil(chain: string): number {
    return this.#signed.get(chain)?.until ?? 0
  }

  /** How many lines there were, whatever there is now. Without one, nothing says in which chain. */
  #known({ chain, seq }: Head): number {
    return seq > 0 ? this.#signedUntil(chain) : Math.max(0, ...[...this.#signed.values()].map(({ until }) => until))
  }

  /** @param text what should have been hashed: nothing else of the line is looked at */
  add({ text, hash: known }: { text: string; hash: string }): void {
    if (this.bad) return
    const line: Omit<AuditLineTable, 'hash'> = JSON.parse(text)
    const before = this.#head
    const next = before.seq + 1
    if (line.seq !== next) this.bad = { seq: next, why: line.seq > next ? 'It is missing.' : 'It is there twice.' }
    else if (hash('sha256', text) !== known) this.bad = { seq: next, why: 'It was changed.' }
    else if (line.act === chainBegan && before.seq > 0) this.#follow(line, before)
    else if (line.prev_hash !== before.hash)
      // The line after it is as it was written, and names another.
      this.bad = { seq: Math.max(1, before.seq), why: 'It is not the one that the next line follows.' }
    else if (before.seq > 0 && line.chain !== before.chain) this.bad = { seq: next, why: 'It is of another chain.' }
    const signed = this.#signed.get(line.chain)?.hashes.get(line.seq)
    if (!this.bad && signed !== undefined && signed !== known)
      this.bad = {
        seq: next,
        why: 'It is not the one that was signed: it or one since the checkpoint before was changed.',
      }
    this.#head = { chain: line.chain, seq: line.seq, hash: known }
  }

  #follow(line: Omit<AuditLineTable, 'hash'>, before: Head): void {
    const { chain, seq, hash } = before
    // As `appendLines` writes it: the text of a line that was changed may be no JSON.
    if (!line.detail.endsWith(`"previous":${JSON.stringify({ chain, seq, hash })}}`))
      this.bad = { seq, why: 'It is not the one that the restored copy names.' }
    else this.restores.push({ seq: line.seq, missing: Math.max(0, this.#signedUntil(chain) - seq) })
  }

  /** @param head where the database says that the log ends @returns the first line that is wrong */
  end(head?: Head): BadLine | undefined {
    const { chain, seq, hash } = this.#head
    const cut = { seq: seq + 1, why: 'It is missing, and so are those after it.' }
    if (this.bad) return this.bad
    // Only a restored copy has a chain that an earlier one, which was signed too, may not lead to.
    const isAnother = seq > 0 && this.restores.length === 0 && [...this.#signed.keys()].some((name) => name !== chain)
    if (isAnother) this.bad = { seq: 1, why: 'It is of another chain than the one that was signed.' }
    else if (this.#known(this.#head) > seq || (head && head.seq > seq)) this.bad = cut
    else if (head && seq > 0 && (head.hash !== hash || head.chain !== chain || head.seq !== seq))
      this.bad = { seq, why: 'It is not the one with which the log ends.' }
    return this.bad
  }
}
