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

/** What was signed: for each chain, the hash of some of its lines. @type {Map<string, Map<number, string>>} */
const signed = new Map()
let trusted = 0
let unknown = 0

/** @param {string} note */
function readCheckpoint(note) {
  const end = note.indexOf('\n\n')
  const text = note.slice(0, end + 1)
  const isSigned = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [, name, base64] = /^— (\S+) (\S+)$/.exec(line) ?? []
      const bytes = Buffer.from(base64 ?? '', 'base64')
      return keys.some(
        (one) =>
          one.name === name &&
          one.id === bytes.subarray(0, 4).toString('hex') &&
          verify(null, Buffer.from(text), one.key, bytes.subarray(4)),
      )
    })
  if (!isSigned) {
    unknown += 1
    return
  }
  trusted += 1
  const [origin = '', size = '', root = ''] = text.split('\n')
  const chain = origin.slice(origin.indexOf('/') + 1)
  const ofChain = signed.get(chain) ?? new Map()
  signed.set(chain, ofChain.set(Number(size), Buffer.from(root, 'base64').toString('hex')))
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
const restores = []
let last = { chain: '', seq: 0, hash: noHash }

for await (const text of createInterface({ input: createReadStream(join(folder, 'audit.ndjson')) })) {
  const line = JSON.parse(text)
  const next = last.seq + 1
  if (line.seq !== next) fail(next, line.seq > next ? 'it is missing.' : 'it is there twice.')
  if (hashOf(line) !== line.hash) fail(next, 'it was changed.')
  if (line.act === 'chain-began' && last.seq > 0) {
    // A restored copy says where its backup ended, and begins a chain of its own.
    const { chain, seq, hash } = JSON.parse(line.detail).previous
    if (chain !== last.chain || seq !== last.seq || hash !== last.hash)
      fail(last.seq, 'it is not the one that the restored copy names.')
    restores.push({ number: line.seq, missing: Math.max(0, signedUntil(last.chain) - last.seq) })
  } else if (line.prev_hash !== last.hash) fail(Math.max(1, last.seq), 'it is not the one that the next line follows.')
  else if (last.seq > 0 && line.chain !== last.chain) fail(next, 'it is of another chain.')
  const expected = signed.get(line.chain)?.get(line.seq)
  if (expected !== undefined && expected !== line.hash)
    fail(next, 'it is not the one that was signed: it or one since the checkpoint before was changed.')
  last = { chain: line.chain, seq: line.seq, hash: line.hash }
}
// Only a restored copy may have another chain than one that was signed.
if (last.seq > 0 && restores.length === 0 && [...signed.keys()].some((chain) => chain !== last.chain))
  fail(1, 'it is of another chain than the one that was signed.')
// Without a single line nothing says which chain it was.
const until = last.seq > 0 ? signedUntil(last.chain) : Math.max(0, ...[...signed.keys()].map(signedUntil))
if (until > last.seq) fail(last.seq + 1, 'it is missing, and so are those after it.')

console.log(
  `${last.seq} lines and ${trusted} checkpoints agree: none was changed, and none is missing up to line ${until}.`,
)
if (last.seq > until)
  console.log(`Lines ${until + 1} to ${last.seq} were not signed yet: these could have been cut or rewritten.`)
for (const { number, missing } of restores)
  console.log(
    `Line ${number} begins a chain of a restored copy.${missing > 0 ? ` ${missing} lines that were signed before are not in it.` : ''}`,
  )
if (unknown > 0) console.log(`${unknown} checkpoints are signed by no key of keys.txt and were not believed.`)
