/** Shortened and cut identifiers: "0x27ca64…a1e3", or a hash that lacks its end. They are compared, never asked. */
import type { LookupIdentifier } from '../../features/lookup/input'
import { hintBefore } from './hints'
import type { Scan } from './scan'
import { base58, hexadecimal, isMixed } from './shapes'
import { isStep, type Steps } from './yielding'

type Partial = Extract<LookupIdentifier, { kind: 'partial' }>

const labels = { hash: 'Partial hash', uuid: 'Partial UUID', unknown: 'Partial identifier' }

/** What takes the place of missing characters, perhaps in brackets. */
const marks = /[[(<{]?(?:[…⋯‥]|\.{2,8}|[*•·]{2,8}|_{2,8})[\])>}]?/g
const isPart = (character: string | undefined) => character !== undefined && /[0-9A-Za-z-]/.test(character)
const longest = 88

const isHex = (text: string) => /^[0-9a-f-]*$/i.test(text)
const isCodeLike = (text: string) => [/\d/, /[a-z]/, /[A-Z]/].filter((kind) => kind.test(text)).length >= 2
/** Hexadecimal is compared in lower case without 0x. */
const normalized = (text: string) => text.replace(/^0x/i, '').toLowerCase()
const isUuidStart = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{1,4}-?|[0-9a-f]{4}-[0-9a-f-]{1,20})?$/i.test(text)

/** What the parts around a mark are of; undefined if they are words, numbers or years. */
function partialOf(start: string, end: string): Partial | undefined {
  const hasPrefix = /^0x/i.test(start)
  const [first, last] = [normalized(start), normalized(end)]
  if (isHex(first) && isHex(last) && (hasPrefix || isMixed(first + last))) {
    if (hasPrefix ? first.length < 2 : first.length < 4 && !(first === '' && last.length >= 6)) return undefined
    if (last === '' && first.length < (hasPrefix ? 4 : 8)) return undefined
    const isUuid = !hasPrefix && (isUuidStart(first) || (first === '' && last.includes('-')))
    return {
      kind: 'partial',
      start: first,
      end: last,
      of: isUuid ? 'uuid' : hasPrefix || first.length > 8 ? 'hash' : 'unknown',
    }
  }
  if (base58.test(start) && base58.test(end) && start.length >= 4 && isCodeLike(start) && /[a-z]/.test(start + end))
    return isCodeLike(end) ? { kind: 'partial', start, end, of: 'hash' } : undefined
  const isReference = /^[A-Za-z]+-/.test(start) && /\d/.test(start) && /^\d/.test(end)
  return isReference ? { kind: 'partial', start, end, of: 'unknown' } : undefined
}

function* findShortened(scan: Scan): Steps {
  const { text } = scan
  let turn = 0
  for (const { 0: mark, index } of text.matchAll(marks)) {
    turn += 1
    if (isStep(turn)) yield
    let [from, to] = [index, index + mark.length]
    while (index - from < longest && isPart(text[from - 1])) from -= 1
    while (to - index < longest && isPart(text[to])) to += 1
    const span = { start: from, end: to }
    const [start, end] = [text.slice(from, index), text.slice(index + mark.length, to).replace(/-$/, '')]
    // Stars and underscores round a word are its layout.
    if ((start === '' && !/[….⋯‥]/.test(mark)) || !scan.isFree(span)) continue
    const identifier = partialOf(start, end)
    if (identifier) scan.add({ ...span, label: labels[identifier.of], identifier })
  }
}

const add = (scan: Scan, start: number, end: number, parts: Omit<Partial, 'kind'>) =>
  scan.add({ start, end, label: labels[parts.of], identifier: { kind: 'partial', ...parts } })

/** A UUID that lacks its start or end. */
function findCutUuids(scan: Scan): void {
  for (const { 0: word, index } of scan.text.matchAll(/(?<![0-9A-Za-z-])[0-9A-Za-z][0-9A-Za-z-]+/g)) {
    const [start, end] = [index, index + word.length]
    if (word.length >= 36 || !word.includes('-') || !isHex(word) || !isMixed(word) || !scan.isFree({ start, end }))
      continue
    const isFirstPart =
      /^[0-9a-f]{8}-[0-9a-f]{4}$/i.test(word) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){1,3}(?:-[0-9a-f]{1,11})?$/i.test(word)
    const isLastPart = /^(?:[0-9a-f]{0,8}-)?(?:[0-9a-f]{1,4}-){1,3}[0-9a-f]{12}$/i.test(word)
    const part = word.toLowerCase()
    if (isFirstPart) add(scan, start, end, { start: part, end: '', of: 'uuid' })
    else if (isLastPart) add(scan, start, end, { start: '', end: part, of: 'uuid' })
  }
}

/** The whole text is one cut hash: without words around it, 16 digits are enough. */
export const isCutHash = (text: string) =>
  (/^0x[0-9a-f]{4,63}$/i.test(text) || (/^[0-9a-f]{16,63}$/i.test(text) && isMixed(text))) &&
  !/^(?:0x)?[0-9a-f]{40}$/i.test(text)

function* findCutHashes(scan: Scan): Steps {
  for (const [at, { text, start, end }] of scan.atoms.entries()) {
    if (isStep(at)) yield
    if (text.length < 6 || text.length > 85 || !/\d/.test(text) || !scan.isFree({ start, end })) continue
    const isHexadecimal = hexadecimal.test(text)
    if (/^0x[0-9a-f]{6,63}$/i.test(text)) add(scan, start, end, { start: normalized(text), end: '', of: 'hash' })
    else if (/^0x[0-9a-f]{65,80}$/i.test(text))
      scan.add({ start, end, label: 'Hash', refused: `A hash has 64 hexadecimal digits; this has ${text.length - 2}.` })
    else if (isHexadecimal && isMixed(text) && text.length < 64 && text.length !== 40) {
      // Commits, checksums and record ids of other systems are hexadecimal too.
      if (text.length > 40 || hintBefore(scan, at) === 'crypto_tx_hashes')
        add(scan, start, end, { start: normalized(text), end: '', of: 'hash' })
    } else if (text.length >= 45 && !isHexadecimal && base58.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text))
      add(scan, start, end, { start: text, end: '', of: 'hash' })
  }
}

export function* findPartials(scan: Scan): Steps {
  yield* findShortened(scan)
  findCutUuids(scan)
  yield* findCutHashes(scan)
}
