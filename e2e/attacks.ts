/** What one person, or anyone, can send to stop the others. Each attack comes from connections of its own. */
import { connect } from 'node:net'
import { type Attack, type Attacker, attackerAddress, orderPath, type SentRequest } from './attack-stage'

const transfers = '/v2/transfer/transfers'
const intentNotes = '/api/sandbox/intents/00000000-0000-4000-8000-000000000000/notes'
const repeated = (name: string, value: string, times: number) =>
  Array.from({ length: times }, () => `${name}=${encodeURIComponent(value)}`).join('&')
const read = (query: string): SentRequest => ({ path: `/api/sandbox${transfers}?${query}` })

/** Sends a form of next-auth without a session. */
function postForm({ csrf, send }: Attacker, path: string, fields: Record<string, string>, headers = {}) {
  return send({
    method: 'POST',
    path: `/api/auth/${path}`,
    headers: { cookie: csrf.cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ callbackUrl: '/', csrfToken: csrf.token, json: 'true', ...fields }).toString(),
  })
}

/** 64 KiB of members that no operation has. */
const unknownMembers = (() => {
  const members: Record<string, number> = {}
  for (let index = 0; index < 5_000; index++) members[`m${index}`] = 1
  return JSON.stringify(members)
})()
/** 64 KiB of members whose names are nearly those of an order. */
const nearMembers = (() => {
  const members: Record<string, string> = {}
  for (let index = 0; index < 2_600; index++) members[`quote_amounts${index}`] = '1'
  return JSON.stringify(members)
})()
const wrongLists = [
  read(repeated('statuses', 'COMPLETD', 100)),
  read(repeated('type', 'INTERNAL_TRANSFER_DEBITS', 100)),
  read(Array.from({ length: 100 }, (_, index) => `crypto_tx_hashs${index}=1`).join('&')),
]

/** Names that nothing knows, as many as the longest address or header holds. */
const manyNames = (separator: string) => Array.from({ length: 7_000 }, (_, index) => `n${index}=1`).join(separator)
const requestsOfNames: SentRequest[] = ['/api/health', '/sign-in', `/api/sandbox${transfers}`].flatMap((path) => [
  { path: `${path}?${manyNames('&')}` },
  { path, headers: { cookie: manyNames('; ') } },
])

const digits = '1'.repeat(50_000)
const spaces = ' '.repeat(16_000)
const dots = '1.'.repeat(20_000)
/** Texts that a regular expression with two ways to match the same characters reads for seconds. */
const longTexts = [digits, spaces, dots, `${digits}!`, `2026-11-22T${digits}`, '-'.repeat(50_000), 'a@'.repeat(20_000)]
const longQueries = [
  ...longTexts.flatMap((text) => [
    read(`ids=${encodeURIComponent(text)}`),
    read(`created_at.gte=${encodeURIComponent(text)}`),
  ]),
  ...longTexts.map((text) =>
    read(`limit=${encodeURIComponent(text)}&page_cursor=${encodeURIComponent(text.slice(0, 99))}`),
  ),
  ...longTexts.map((text) => ({ path: `/api/sandbox${transfers}/${encodeURIComponent(text)}` })),
  ...longTexts.map((text) => ({ path: `/sandbox/lookup?q=${encodeURIComponent(text)}` })),
]
const longBodies = longTexts.flatMap((text) => [
  {
    path: `/api/sandbox${orderPath}`,
    body: { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: text, price: text },
  },
  { path: intentNotes, body: { words: text } },
  {
    path: '/api/sandbox/v2/transfer/fiat-accounts',
    body: {
      fiat_account_owner: { institution_details: { name: text.slice(0, 9_000) } },
      fiat_network_instructions: { wire: { account_number: text } },
    },
  },
])

const routerState = { rsc: '1', 'next-router-state-tree': '%5B1%5D' }
const oddRequests: SentRequest[] = [
  { method: 'TRACE', path: '/sign-in' },
  { method: 'CONNECT', path: 'elsewhere.example:443' },
  { path: '/%E0%A4%A' },
  { path: `/api/sandbox${transfers}?ids=%E0%A4%A` },
  { method: 'POST', path: '/sign-in', headers: { 'next-action': '7f0a' } },
  { method: 'POST', path: '/sandbox', headers: { 'next-action': 'x'.repeat(9_000), 'content-type': 'text/plain' } },
  { path: '/sign-in', headers: routerState },
  { path: '/sandbox/transfers', headers: { ...routerState, 'next-router-state-tree': '%' } },
  { path: '/sign-in', headers: { rsc: '1', 'next-router-state-tree': '['.repeat(30_000) } },
  { method: 'PROPFIND', path: '/' },
  { path: '/_next/image?url=%2Ffavicon.svg&w=64&q=1' },
  { path: '/_next/static/%2e%2e/%2e%2e/package.json' },
]

/** Paths that a URL parser would change into those of a sign-in. */
const misleadingPaths = ['csrf', 'providers', 'session', 'signin'].flatMap((path) => [
  `/api/./auth/${path}`,
  `/api/sandbox/../auth/${path}`,
  `/api/%2e/auth/${path}`,
  `/api\\auth/${path}`,
])

const sessionCookie = 'next-auth.session-token'
/** Cookies whose names are a session's, or begin like one. */
const wrongCookies = (cookie: string, nth: number) => {
  const junk = String(nth).padEnd(4_000, 'x')
  return [
    `${cookie}; ${cookie}`,
    `${cookie}; ${sessionCookie}.0=junk; ${sessionCookie}.1=junk`,
    `${cookie}; ${sessionCookie}=${junk}`,
    Array.from({ length: 12 }, (_, index) => `${sessionCookie}.${index}=${junk}`).join('; '),
    `${sessionCookie}=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${junk}`,
  ]
}
const cookiePaths = [`/api/sandbox${transfers}`, '/api/auth/session', '/sandbox/transfers']

const slowStarts = [
  // A header that never ends, a body that never ends, and a connection that says nothing.
  'GET /api/health HTTP/1.1\r\nhost: localhost\r\n',
  'POST /api/auth/callback/demo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n',
  '',
]
const slowParts = ['x-more: 1\r\n', ' ', '']

/** Keeps a connection open as slowly as it is let. @returns the answer's status, `closed`, or `held` to the end */
const holdConnection = ({ origin, over }: Attacker, nth: number) =>
  new Promise<string>((resolve) => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress: attackerAddress })
    let text = ''
    const drip = setInterval(() => socket.write(slowParts[nth % 3] ?? ''), 500)
    const stop = () => socket.destroy()
    over.addEventListener('abort', stop)
    socket
      .on('connect', () => socket.write(slowStarts[nth % 3] ?? ''))
      .on('data', (chunk) => {
        text += chunk
      })
      .on('error', () => undefined)
      .once('close', () => {
        clearInterval(drip)
        over.removeEventListener('abort', stop)
        const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
        resolve(over.aborted ? 'held' : (status ?? 'closed'))
      })
    if (over.aborted) stop()
  })

const one = <Item>(items: readonly Item[], nth: number): Item => items[nth % items.length] as Item

/** Reads and writes of the environment that belongs to the hostile provider. */
const useHostileProvider: Attack['request'] = ({ send, cookie, write }, nth) =>
  send(
    one<SentRequest>(
      [
        { path: `/api/sandbox${transfers}`, headers: { cookie } },
        { path: `/api/sandbox${transfers}/00000000-0000-4000-8000-000000000000`, headers: { cookie } },
        {
          method: 'POST',
          path: `/api/sandbox${orderPath}`,
          headers: write(),
          body: JSON.stringify({ side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '1', price: '1' }),
        },
      ],
      nth,
    ),
  )

/** A note that one person corrects again and again. */
const note = crypto.randomUUID()
const noteRequests: readonly (readonly [path: string, body?: () => object])[] = [
  ['notes', () => ({ id: note, kind: 'transfer', record: 'attacked', text: 'Text.' })],
  [`notes/${note}`, () => ({ id: crypto.randomUUID(), action: 'correct', text: 'x '.repeat(900) })],
  ['notes', () => ({ id: crypto.randomUUID(), kind: 'transfer', record: 'attacked', text: 'x '.repeat(900) })],
  ['notes/of?kind=transfer&id=attacked&limit=500'],
  ['notes/exported?kind=transfer&id=attacked'],
]

const day = 86_400_000
/** Another range for each request. */
const rangeOf = (nth: number) => {
  const now = Math.floor(Date.now() / 1000) * 1000
  return { from: now - 90 * day - nth * 1000, to: now - day, zone: 'UTC' }
}

/** Sends JSON to the console's own interface. */
const ask = ({ send, write }: Attacker, path: string, body: object) =>
  send({ method: 'POST', path: `/api/sandbox/${path}`, headers: write(), body: JSON.stringify(body) })

/** @param reads how many reads the first attack proxies; the other attacks take their time */
export const attacksWith = (reads: number): Attack[] => [
  {
    name: `${reads} proxied reads`,
    on: 'company',
    connections: 8,
    pause: 0,
    requests: reads,
    request: ({ send, cookie }) => send({ path: `/api/production${transfers}?limit=100`, headers: { cookie } }),
  },
  {
    name: '260 parallel reads of one person',
    on: 'demo',
    connections: 260,
    pause: 1_000,
    request: ({ send, cookie }) => send({ ...read('limit=20'), headers: { cookie } }),
  },
  {
    name: '20 look-up loops of one person',
    on: 'demo',
    connections: 20,
    allowed: ['200'],
    request: (attacker) =>
      ask(attacker, 'lookup', {
        identifiers: Array.from({ length: 100 }, () => ({ kind: 'uuid', value: crypto.randomUUID() })),
      }),
  },
  {
    name: '60 lists of one person that only our own database can filter',
    on: 'demo',
    connections: 60,
    allowed: ['200'],
    request: (attacker, nth) => ask(attacker, 'records/transfers', { search: `x.memo=never-${nth}`, zone: 'UTC' }),
  },
  {
    name: '100 overviews of one person, each of another range',
    on: 'demo',
    connections: 100,
    allowed: ['200'],
    request: (attacker, nth) => ask(attacker, 'overview', rangeOf(nth)),
  },
  {
    name: 'corrections of one note, and 500 notes of one record',
    on: 'demo',
    connections: 8,
    allowed: ['200', '404', '409'],
    request(attacker, nth) {
      const [path, body] = one(noteRequests, nth)
      return body
        ? ask(attacker, path, body())
        : attacker.send({ path: `/api/sandbox/${path}`, headers: { cookie: attacker.cookie } })
    },
  },
  {
    name: 'sign-ins: many names from one address',
    on: 'demo',
    connections: 8,
    request: (attacker, nth) => postForm(attacker, 'callback/demo', { username: `person-${nth}`, password: 'guess' }),
  },
  {
    name: 'sign-ins: one name from many addresses',
    on: 'demo',
    connections: 8,
    request: (attacker, nth) =>
      postForm(
        attacker,
        'callback/demo',
        { username: 'approver', password: `guess-${nth}` },
        { 'x-forwarded-for': `198.51.${(nth >> 8) % 256}.${nth % 256}` },
      ),
  },
  {
    name: 'anonymous company sign-in starts',
    on: 'company',
    connections: 24,
    request: (attacker) => postForm(attacker, 'signin/oidc', {}),
  },
  {
    name: '64 kB of unknown members, wrong lists',
    on: 'demo',
    connections: 4,
    request: ({ send, cookie, write }, nth) =>
      send(
        nth % 2
          ? { ...one(wrongLists, nth >> 1), headers: { cookie } }
          : {
              method: 'POST',
              path: `/api/sandbox${orderPath}`,
              headers: write(),
              body: one([unknownMembers, nearMembers], nth >> 1),
            },
      ),
  },
  {
    name: 'slow headers, slow bodies, 600 connections',
    on: 'company',
    connections: 600,
    pause: 1_000,
    request: holdConnection,
  },
  {
    name: 'odd methods, paths and router headers',
    on: 'demo',
    connections: 8,
    request: ({ send }, nth) => send(one(oddRequests, nth)),
  },
  {
    name: 'addresses that lead elsewhere than they say',
    on: 'demo',
    connections: 64,
    allowed: ['400'],
    request: ({ send }, nth) => send({ path: one(misleadingPaths, nth) }),
  },
  {
    name: 'sign-in pages without a session',
    on: 'demo',
    connections: 64,
    request: ({ send }, nth) => send({ path: `/sign-in?callbackUrl=%2Fsandbox%3Fn%3D${nth}` }),
  },
  {
    name: '7,000 parameters or cookies',
    on: 'demo',
    connections: 4,
    request: ({ send }, nth) => send(one(requestsOfNames, nth)),
  },
  {
    name: 'texts for superlinear expressions',
    on: 'demo',
    connections: 4,
    request: ({ send, cookie, write }, nth) => {
      if (nth % 2 === 0) return send({ ...one(longQueries, nth >> 1), headers: { cookie } })
      const { path, body } = one(longBodies, nth >> 1)
      return send({ method: 'POST', path, headers: write(), body: JSON.stringify(body) })
    },
  },
  {
    name: 'repeated and chunked session cookies',
    on: 'demo',
    connections: 8,
    request: ({ send, cookie }, nth) =>
      send({ path: one(cookiePaths, nth), headers: { cookie: one(wrongCookies(cookie, nth), nth) } }),
  },
  ...(
    [
      ['compressed tokens of 1 GiB', 'with bombs for tokens'],
      ['endless tokens', 'with endless tokens'],
      ['compressed answers of 1 GiB', 'with bombs'],
      ['endless answers', 'without end'],
      ['deeply nested answers', 'deep'],
    ] as const
  ).map(
    ([name, provider]): Attack => ({
      name: `provider: ${name}`,
      on: 'company',
      connections: 4,
      provider,
      request: useHostileProvider,
    }),
  ),
]
