/** The vocabulary of english.md, held: retired words in exported names, and phrases that no interface shows. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Retired words of names, and what to use instead. A name is split at its capitals: `unknownWords` has "words". */
const retiredWords: Record<string, string> = {
  acts: 'actions',
  awake: 'useHydrated',
  bones: 'Skeleton',
  book: 'presets',
  desk: 'unknown outcomes, or demo console',
  door: 'Dependencies, or sign-in',
  faces: 'fontMetrics',
  happening: 'IntentEvent',
  happenings: 'events',
  joint: 'reconcile',
  lastingly: 'retryUntil',
  look: 'style',
  made: 'created',
  readings: 'observedStates',
  reckon: 'compute',
  restate: 'amend',
  room: 'layer',
  seen: 'Decoded',
  stir: 'notify',
  ticking: 'useNow',
  told: 'describedBy',
  turn: 'slot',
  verdict: 'WriteOutcome',
  visit: 'RequestContext',
  words: 'label, or text',
}
/** Names that are retired as a whole. */
const retiredNames: Record<string, string> = {
  Customer: 'Tenant',
  Line: 'IntentEvent, or Upstream',
  Resting: 'RateLimitNotice',
  World: 'Snapshot',
  findOut: 'resolveOutcome',
  late: 'useDelayed',
  looseInput: 'normalizeInput',
  makerOf: 'findRecordOwner',
  owned: 'attributeRecord',
  sides: 'legs',
  takeAsking: 'acquireReplayLease',
  takesAway: 'isAccessLost',
  tell: 'appendEvent',
}

/** Phrases that read as translated, or name what the reader does not know; looked for outside comments. */
const retiredPhrases = [
  'as it came',
  'asked back',
  'by now',
  'desk of unknown outcomes',
  'find out',
  'goes on by itself',
  'nobody needs to act',
  'needs a person',
  'somebody',
  'stands beside',
  'the interface',
  'the service',
  'the sum checks',
  'what came of it',
  'who asks',
]

/** What has been rewritten so far. */
const rewritten =
  /^(?:components\/activity|app\/\(console\)\/\[environment\]\/(?:activity|orders|rules|fiat-accounts)\/)/

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => rewritten.test(path) && /\.tsx?$/.test(path) && existsSync(path))
const isTest = (path: string) => /\.test\.tsx?$|\/testing\.ts$/.test(path)

const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')

/** Exported names with a retired word, as `name: what to use`. */
const retiredExports = (source: string): string[] =>
  [...source.matchAll(exported)].flatMap(([, name = '']) => {
    const word = wordsOf(name).find((one) => Object.hasOwn(retiredWords, one))
    const better = Object.hasOwn(retiredNames, name) ? retiredNames[name] : word && retiredWords[word]
    return better ? [`${name}: ${better}`] : []
  })

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** Retired phrases in what a source shows. Line breaks of JSX count as spaces. */
function shownPhrases(source: string): string[] {
  const text = withoutComments(source).replace(/\s+/g, ' ').toLowerCase()
  return retiredPhrases.filter((phrase) => new RegExp(`\\b${phrase}\\b`).test(text))
}

describe('exported names', () => {
  test('use the vocabulary', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(
      files.flatMap((path) => retiredExports(readFileSync(path, 'utf8')).map((name) => `${path} ${name}`)),
    ).toEqual([])
  })
  test.each([
    'export const unknownWords = 1',
    'export type Customer = object',
    'export async function lastingly() {}',
    'export default function MadeList() {}',
    'export const reckonSum = 1',
  ])('with a retired word are found: %s', (source) => {
    expect(retiredExports(source)).toHaveLength(1)
  })
  test.each([
    'export const keywords = 1',
    'export const returnUrl = 1',
    'const words = 1',
    'export type CustomerId = 1',
  ])('without one are not: %s', (source) => {
    expect(retiredExports(source)).toEqual([])
  })
})

describe('the interface', () => {
  test('shows no retired phrase', () => {
    const shown = files.filter((path) => !isTest(path))
    expect(
      shown.flatMap((path) => shownPhrases(readFileSync(path, 'utf8')).map((phrase) => `${path} ${phrase}`)),
    ).toEqual([])
  })
  test.each(['<p>The service\n answered.</p>', "title: 'Nobody needs to act.'", '<b>Shown as it came.</b>'])(
    'with a retired phrase is found: %s',
    (source) => {
      expect(shownPhrases(source)).toHaveLength(1)
    },
  )
  test.each(['// The service decides.', '/** What came of it. */', 'const url = "https://x/the-services"'])(
    'may have it in a comment or within a word: %s',
    (source) => {
      expect(shownPhrases(source)).toEqual([])
    },
  )
})
