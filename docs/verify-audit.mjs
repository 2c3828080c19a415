// @ts-check
/**
 * Checks an exported audit log of Mintdesk. It needs Node and nothing else:
 *
 *   node verify-audit.mjs FOLDER
 *
 * FOLDER has three files, as "npm run audit:verify -- --to=FOLDER" writes them:
 *
 *   audit.ndjson        the lines, oldest first, one JSON object each
 *   checkpoints.ndjson  what was signed: {"at": …, "checkpoint": …} in each line
 *   keys.txt            the public keys to trust, one a line. Take them from whoever runs the console, not from the export.
 *
 * A line's "hash" is SHA-256 of its other members as JSON, sorted by name and without spaces, and "prev_hash" is the hash of
 * the line before. A checkpoint is a signed note (https://c2sp.org/signed-note): the name of the chain, the number of the
 * last line, its hash in base64, an empty line, and an Ed25519 signature. It says that the log had these lines then.
 *
 * A restored copy begins another chain with a line "chain-began". Its detail has a "statement", a signed note too: the name of
 * the chain, then chain, number and hash of the line that it follows, then those of the last line that is known to have been
 * signed of each chain. A chain that was signed and is not here to its last checkpoint must be named there that far.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Name the folder: node verify-audit.mjs FOLDER')
  process.exit(2)
}

const publicForm = Buffer.from('302a300506032b6570032100', 'hex')

/** The keys by which checkpoints are believed. */
const keys = readFileSync(join(folder, 'keys.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((text) => {
    const [name = '', id = '', typed = ''] = text.trim().split(/\+(.{8})\+/)
    const bytes = Buffer.from(typed, 'base64')
    const key = createPublicKey({ key: Buffer.concat([publicForm, bytes.subarray(1)]), format: 'der', type: 'spki' })
    return { name, id, key }
  })

/** What was signed: for each chain, the hashes of some of its lines. @type {Map<string, Map<number, Set<string>>>} */
const signed = new Map()
let trusted = 0
let unknown = 0

/** The text of a note, if one of the keys signed it. @param {unknown} note */
function signedText(note) {
  const [, text = '', name = '', base64 = ''] = /^((?:.+\n)+)\n— (\S+) (\S+)\n$/.exec(String(note)) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const isSigned = keys.some(
    (one) =>
      one.name === name &&
      one.id === bytes.subarray(0, 4).toString('hex') &&
      verify(null, Buffer.from(text), one.key, bytes.subarray(4)),
  )
  return isSigned ? text : ''
}

/** @param {string} root */
const hashIn = (root) => Buffer.from(root, 'base64').toString('hex')

/** @param {unknown} note */
function readCheckpoint(note) {
  const [, chain, size, root] = /^mintdesk-audit\/(\S+)\n(\d+)\n(\S+)\n$/.exec(signedText(note)) ?? []
  if (chain === undefined || size === undefined || root === undefined) {
    unknown += 1
    return
  }
  trusted += 1
  const ofChain = signed.get(chain) ?? new Map()
  const hashes = ofChain.get(Number(size)) ?? new Set()
  signed.set(chain, ofChain.set(Number(size), hashes.add(hashIn(root))))
}

const checkpointFile = join(folder, 'checkpoints.ndjson')
if (existsSync(checkpointFile))
  for (const line of readFileSync(checkpointFile, 'utf8').split('\n'))
    if (line) readCheckpoint(JSON.parse(line).checkpoint)

/** @param {string} chain */
function signedUntil(chain) {
  let last = 0
  for (const size of signed.get(chain)?.keys() ?? []) last = Math.max(last, size)
  return last
}

/** What a beginning says, if one of the keys signed it. @param {unknown} note */
function openBeginning(note) {
  const [first = '', ...rest] = signedText(note).split('\n').slice(0, -1)
  const [, chain] = /^mintdesk-audit-chain\/(\S+)$/.exec(first) ?? []
  const [previous, ...others] = rest.map((line) => {
    const [name = '', size = '', root = ''] = line.split(' ')
    return { chain: name, seq: Number(size), hash: hashIn(root) }
  })
  return chain !== undefined && previous ? { chain, previous, others } : undefined
}

/** @param {string} text @returns {{ previous?: { chain?: unknown, seq?: unknown, hash?: unknown }, statement?: unknown }} */
function detailIn(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** @param {object} line */
function hashOf(line) {
  const others = Object.entries(line).filter(([name]) => name !== 'hash')
  const members = others.sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('hex')
}

/** @param {number} number @param {string} why @returns {never} */
function fail(number, why) {
  console.log(`Line ${number}: ${why}`)
  process.exit(1)
}

const noHash = '0'.repeat(64)
/** @type {{ number: number, previous: string, missing: number, isSigned: boolean }[]} */
const restores = []
let last = { chain: '', seq: 0, hash: noHash }
/** The last line that something signed vouches for. */
let until = 0
/** The chains that are here as far as they were signed, or that a restored copy says, signed, it leaves behind. */
const accounted = new Set()

/** @param {{ chain: string, seq: number, detail: string }} line */
function follow(line) {
  const { previous, statement } = detailIn(line.detail)
  // Where there is no line before, nothing else names its chain.
  const chain = last.seq > 0 ? last.chain : String(previous?.chain)
  /** @param {typeof previous} head */
  const isBefore = (head) => head?.chain === chain && head.seq === last.seq && head.hash === last.hash
  if (!isBefore(previous)) fail(Math.max(1, last.seq), 'it is not the one that the restored copy names.')
  const beginning = openBeginning(statement)
  const isSigned = beginning !== undefined && beginning.chain === line.chain && isBefore(beginning.previous)
  const left = isSigned ? beginning.others : []
  for (const head of left) {
    const most = signedUntil(head.chain)
    if (head.seq > most || (head.seq === most && signed.get(head.chain)?.get(most)?.has(head.hash)))
      accounted.add(head.chain)
  }
  if (isSigned) until = last.seq
  const known = Math.max(signedUntil(chain), ...left.map((head) => (head.chain === chain ? head.seq : 0)))
  restores.push({ number: line.seq, previous: chain, missing: Math.max(0, known - last.seq), isSigned })
}

for await (const text of createInterface({ input: createReadStream(join(folder, 'audit.ndjson')) })) {
  const line = JSON.parse(text)
  const next = last.seq + 1
  if (line.seq !== next) fail(next, line.seq > next ? 'it is missing.' : 'it is there twice.')
  if (hashOf(line) !== line.hash) fail(next, 'it was changed.')
  if (line.act === 'chain-began') follow(line)
  else if (line.prev_hash !== last.hash) fail(Math.max(1, last.seq), 'it is not the one that the next line follows.')
  else if (last.seq > 0 && line.chain !== last.chain) fail(next, 'it is of another chain.')
  const expected = signed.get(line.chain)?.get(line.seq)
  if (expected) {
    if (expected.size > 1 || !expected.has(line.hash))
      fail(next, 'it is not the one that was signed: it or one since the checkpoint before was changed.')
    until = line.seq
    if (line.seq === signedUntil(line.chain)) accounted.add(line.chain)
  }
  last = { chain: line.chain, seq: line.seq, hash: line.hash }
}

/** The first line that is wrong of a chain that was signed and is not here. @param {string} name */
function lost(name) {
  if (last.seq === 0 || name === last.chain)
    return { number: last.seq + 1, why: 'it is missing, and so are those after it.' }
  const follower =
    restores.find(({ previous }) => previous === name) ?? [...restores].reverse().find(({ isSigned }) => isSigned)
  return follower
    ? {
        number: follower.number,
        why: `it begins the chain of a restored copy, and does not name line ${signedUntil(name)} of the chain ${name}, which was signed.`,
      }
    : { number: 1, why: 'it is of another chain than the one that was signed.' }
}

const wrong = [...signed.keys()].filter((name) => !accounted.has(name)).map(lost)
const unsigned = restores.find(({ number, isSigned }) => !isSigned && number > until)
if (trusted > 0 && unsigned)
  wrong.push({ number: unsigned.number, why: 'it begins another chain, and no key of keys.txt signed that.' })
const [first] = wrong.sort((one, other) => one.number - other.number)
if (first) fail(first.number, first.why)

if (trusted > 0) {
  console.log(
    `${last.seq} lines and ${trusted} checkpoints agree: none was changed, and none is missing up to line ${until}.`,
  )
  if (last.seq > until)
    console.log(`Lines ${until + 1} to ${last.seq} were not signed yet: these could have been cut or rewritten.`)
} else
  console.log(
    `${last.seq} lines follow each other. Nothing that was signed is here to compare them with, so only the inside of the chain was checked: all of it may have been replaced, or its end cut off.`,
  )
for (const { number, missing, isSigned } of restores)
  console.log(
    `Line ${number} begins the chain of a restored copy.${isSigned ? '' : ' No key of keys.txt signed that.'}${missing > 0 ? ` ${missing} lines that were signed before are not in it.` : ''}`,
  )
if (unknown > 0) console.log(`${unknown} checkpoints are signed by no key of keys.txt and were not believed.`)
