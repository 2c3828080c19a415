/** One language: words that were retired from names, and sentences that do not come back (DECISIONS, "Vocabulary"). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** A retired word of a name, and the standard term to use. Words are the parts of a camelCase name, in small letters. */
const retiredWords: Record<string, string> = {
  acts: 'actions',
  alone: 'exclusive',
  asking: 'the verb: fetch, resolve, acquire',
  awake: 'hydrated',
  bones: 'skeleton',
  book: 'preset',
  books: 'provider',
  chaos: 'faulty proxy',
  customer: 'tenant',
  desk: 'demo, console',
  door: 'dependencies',
  face: 'font',
  faces: 'font metrics',
  happening: 'event',
  happenings: 'events',
  heard: 'received',
  joint: 'reconciliation',
  lastingly: 'retry until',
  longest: 'maximum',
  look: 'style',
  loose: 'normalized',
  magic: 'trigger amount',
  maker: 'owner',
  mood: 'fault',
  narrowed: 'post-filtered',
  narrowing: 'post-filter',
  owned: 'attributed',
  reckon: 'compute',
  reckoning: 'check',
  restate: 'replace, amend',
  room: 'layer',
  seal: 'encrypt',
  sealed: 'encrypted',
  sealing: 'encryption',
  seen: 'decoded, observed',
  sentences: 'errors, texts',
  stir: 'notify',
  ticking: 'now',
  told: 'described by',
  turn: 'slot',
  turns: 'concurrency limit',
  verdict: 'outcome',
  visit: 'request context',
  watch: 'poller, listener',
  weather: 'fault rates',
  words: 'labels',
}

/** Sentences and idioms that do not read as English, or that show our inner words to people. */
const retiredPhrases = [
  'Nobody needs to act',
  'The sum checks',
  'Needs a person now',
  'asked back',
  'Who asks',
  'Do it again',
  'Look at this once more',
  'stands here as a sentence',
  'go together',
  'the list ends here',
  'will not go on',
  'see on',
  'Rejected for good',
  'As of ',
  'hardly',
  'somebody',
  'as it stands',
  'by now',
  'unknown desk',
  'goes on by itself',
  'The service ',
  'the service ',
  'the interface',
  'The interface',
  ' verdict',
  'does not answer',
  'broke off',
  'asks to wait',
  'did not show',
  'Nobody ',
  'Somebody',
  'everybody',
  'ractice treasury',
  'imulate a deposit',
  'imulate deposit',
  'ew sandbox deposit',
  'Download CSV',
  'has not gone on',
  'is mended',
  'in hand',
]

/** Other names of things that have one, also in what features answer and in the guide. */
const retiredTerms = [
  'without money yet',
  'has been seen on',
  'does not say which.',
  'We need sender and',
  'rejected this console',
  'Check now',
  'Check all',
  'Refresh now',
  'ractice file',
  'ank account',
  'Activity ID and',
  'Acted on',
  'Looks the',
  'not sent again',
  'now runs automatically',
  'Not found as',
  'open in Transfers',
  "'Complete'",
  'aiting for someone',
  's someone',
  'ustomer approval',
  'ravel rule information',
  'that runs it is',
  'runs it too',
  'kept there',
  'aid by wire for',
  'ts rule waits',
  'lease send this wire',
  'uns by itself',
  'follows by itself',
  'follow by themselves',
]

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(path))
const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing\.tsx?$/.test(path) || path.startsWith('e2e/')

/** The spec's `customer_id` keeps its name. */
const wordsOf = (name: string) =>
  name
    .replace(/^customer(?=Id)/, '')
    .split(/(?<=[a-z\d])(?=[A-Z])|_|-/)
    .map((word) => word.toLowerCase())

/** Names that a file exports, and its own name. */
function namesIn(path: string, source: string): string[] {
  const exported = source.matchAll(
    /^export (?:default )?(?:async )?(?:abstract )?(?:function|const|class|type|interface|let) (\w+)/gm,
  )
  const file = /([^/]+?)(?:\.component)?(?:\.test|\.spec)?\.tsx?$/.exec(path)?.[1] ?? ''
  return [...[...exported].map(([, name = '']) => name), file]
}

const retiredNames = (path: string, source: string) =>
  namesIn(path, source).flatMap((name) =>
    wordsOf(name).flatMap((word) =>
      Object.hasOwn(retiredWords, word) ? [`${path}: ${name} (use ${retiredWords[word]})`] : [],
    ),
  )

/** A source without its comments and import lines: what is left in quotes or between tags may reach a person. */
const withoutComments = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import .*$/gm, '')

/** Texts in quotes, templates and between tags. */
function textsIn(source: string): string[] {
  const code = withoutComments(source)
  const quoted = [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => text)
  const between = [...code.matchAll(/>([^<>{}=;]+)[<{]/g), ...code.matchAll(/\}([^<>{}=;()]+)[<{]/g)].map(
    ([, text = '']) => text,
  )
  return [...quoted, ...between]
}

const phrasesIn = (path: string, texts: readonly string[], phrases: readonly string[]) =>
  texts.flatMap((text) =>
    phrases
      .filter((phrase) => text.includes(phrase))
      .map((phrase) => `${path}: "${phrase.trim()}" in ${text.trim().slice(0, 90)}`),
  )

/** Where sentences reach people: pages and components, what the browser says, and the console's own answers. */
const isShown = (path: string) => /^(?:app|components|lib\/browser|lib\/server|lib\/api)\//.test(path) && !isTest(path)

/** Also where events, operations and records get the names that pages show. */
const isNamed = (path: string) => isShown(path) || (/^lib\/features\//.test(path) && !isTest(path))

describe('names', () => {
  test('use no retired word', () => {
    expect(files.flatMap((path) => retiredNames(path, isTest(path) ? '' : readFileSync(path, 'utf8')))).toEqual([])
  })
  test('with a retired word are found, and standard ones are not', () => {
    const found = (path: string, source: string) => retiredNames(path, source).length
    expect(found('lib/x.ts', 'export const takeTurn = 1')).toBe(1)
    expect(found('lib/x.ts', 'export type VerdictOfClient = string')).toBe(1)
    expect(found('components/ui/bones.tsx', '')).toBe(1)
    expect(found('lib/x.ts', 'export function returnToList() {}\nconst told = 1')).toBe(0)
    expect(found('lib/booking.ts', 'export const lookup = 1')).toBe(0)
  })
})

describe('texts that people read', () => {
  test('use no retired sentence', () => {
    const inSource = (path: string, phrases: readonly string[]) =>
      phrasesIn(path, textsIn(readFileSync(path, 'utf8')), phrases)
    expect(files.filter(isShown).flatMap((path) => inSource(path, retiredPhrases))).toEqual([])
    expect(files.filter(isNamed).flatMap((path) => inSource(path, retiredTerms))).toEqual([])
    expect(phrasesIn('docs/using.md', readFileSync('docs/using.md', 'utf8').split('\n'), retiredTerms)).toEqual([])
  })
  test('with a retired sentence are found wherever they stand', () => {
    const found = (source: string) => phrasesIn('components/x.tsx', textsIn(source), retiredPhrases).length
    expect(found("const title = 'The sum checks.'")).toBe(1)
    expect(found('<p>The service answered.</p>')).toBe(1)
    expect(found('const text = `It waits, by now`')).toBe(1)
    expect(found('// The service answered.\nconst one = 1')).toBe(0)
    expect(found('/** Asks somebody. */\nexport const service = 1')).toBe(0)
  })
})

describe('comments', () => {
  const documents = [...files, ...execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')]
  const sources = documents
    .filter((path) => path !== 'lib/language.test.ts')
    .map((path) => [path, readFileSync(path, 'utf8')] as const)

  test('cite no document that is not in the repository', () => {
    const named = /\b(?:service-facts|(?:design|style|ux|scan|english|strings|stack)\.md|the mock)(?=[,:) "'])/i
    expect(
      sources.flatMap(([path, text]) => (named.test(text.replace(/the mock(?: server)? of Prism/g, '')) ? path : [])),
    ).toEqual([])
  })

  test('cite sections that the document on the provider has', () => {
    const headings = readFileSync('docs/provider.md', 'utf8').match(/(?<=^## ).+$/gm)
    const cited = sources.flatMap(([path, text]) =>
      [...text.replace(/\n *\* */g, ' ').matchAll(/provider\.md,? \(?"([^"]+)"/g)].map(([, section]) => ({
        path,
        section,
      })),
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ section }) => !headings?.includes(section ?? ''))).toEqual([])
  })
})
