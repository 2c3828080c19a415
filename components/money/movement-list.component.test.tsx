/** The list of movements: what it says of each, and what it never says. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { MovementPage, MovementRow } from '@/lib/features/money/interface'
import { MovementList } from './movement-list'

const usd = (amount: string) => ({ amount, asset: 'USD' })
const usdc = (amount: string) => ({ amount, asset: 'USDC' })
const row = (id: string, more: Partial<MovementRow> = {}): MovementRow => ({
  id: `${id}12f26ad-a3c3-4634-ac3c-6b12b7b33cb5`,
  newest: '2026-11-19T14:00:00Z',
  started: '2026-11-19T14:00:00Z',
  state: 'done',
  fees: [],
  transfers: 4,
  unexplained: '0.00',
  in: usd('250000.00'),
  out: usdc('249990.00'),
  stops: [
    { key: 'a', kind: 'in', state: 'done' },
    { key: 'b', kind: 'minted', state: 'done' },
  ],
  ...more,
})
const waiting: MovementPage['waiting'] = [
  {
    id: '012f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
    person: 'Ines Okafor',
    at: '2026-11-19T13:00:00Z',
    kind: 'mint',
    amount: '100000.00',
    rule_intent: '112f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
    rule: {
      ref_id: 'r',
      profile_id: 'p',
      source_asset: 'USD',
      destination_asset: 'USDC',
      source: { fiat: { network: 'WIRE' } },
    },
    due: { at: '2099-11-20T13:00:00Z' },
  },
]

const open = (answer: MovementPage | ReturnType<typeof problem>, width?: number) =>
  renderInConsole(<MovementList environment="sandbox" canPlan />, {
    url: '/sandbox/money',
    width,
    answers: { 'GET /movements': () => answer } as Answers,
  })
const cells = async (name: RegExp) =>
  (await page.getByRole('row', { name }).findElement()).textContent?.replace(/\s+/g, ' ') ?? ''

test('each movement is named by what it does, and a plan waits for its money', async () => {
  await open({
    waiting,
    next_page_cursor: '',
    movements: [
      row('2'),
      row('3', {
        state: 'waiting',
        waits_for: 'travel-rule',
        stops: [{ key: 'a', kind: 'redeemed', state: 'waiting' }],
        in: usdc('5'),
      }),
      row('4', {
        type: 'WIRE_DEPOSIT',
        stops: [{ key: 'a', kind: 'in', state: 'failed' }],
        state: 'failed',
        out: undefined,
      }),
      row('5', {
        stops: [
          { key: 'a', kind: 'in', state: 'done' },
          { key: 'b', kind: 'out', state: 'failed' },
        ],
        state: 'failed',
        in: usdc('5'),
        out: undefined,
      }),
    ],
  })
  expect(await cells(/Pay out/), 'what failed on its way out').toContain('Pay out USDC')
  expect(await cells(/Waiting for the wire/)).toContain('Mint USDC')
  expect(await cells(/Arrived/)).toContain('Mint USDC')
  expect(await cells(/Waiting for travel rule details/)).toContain('Redeem USDC')
  expect(await cells(/Wire deposit.*Failed/)).toContain('Wire deposit')
  await checkAccessibility()
})

test('in a narrow window its buttons are on one line', async () => {
  await open({ waiting: [], next_page_cursor: '', movements: [row('2')] }, 664)
  const top = (one: { element: () => Element }) => one.element().getBoundingClientRect().top
  const begin = page.getByRole('link', { name: 'Move money' })
  await expect.element(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect.poll(() => top(begin)).toBe(top(page.getByRole('button', { name: 'Export CSV' })))
})

test('the track of a movement of many stations keeps to its column, and a single station has none', async () => {
  const stops = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      key: String(index),
      kind: 'moved' as const,
      state: 'done' as const,
    }))
  const counts = [3, 5, 6, 7, 11, 15]
  await open({
    next_page_cursor: '',
    movements: [
      ...counts.map((count) => row(count.toString(16), { stops: stops(count), ahead: ['out'] })),
      row('e', { stops: stops(1), ahead: undefined }),
    ],
  })
  await expect.poll(() => document.querySelectorAll('.dots')).toHaveLength(counts.length)
  const tracks = [...document.querySelectorAll('.dots')]
  // Of sixteen stations it shows ten, and how many more there are.
  expect(tracks.map((track) => [track.children.length, track.textContent])).toEqual([
    ...[4, 6, 7, 8, 12].map((count) => [count, '']),
    [11, '+6'],
  ])
  for (const track of tracks) {
    const cell = track.closest('[role="cell"], td')?.getBoundingClientRect()
    const dots = [...track.children].map((dot) => dot.getBoundingClientRect())
    expect(dots.at(-1)?.right).toBeLessThanOrEqual(cell?.right ?? 0)
    // Each is seen.
    for (const [index, dot] of dots.entries()) expect(dot.left).toBeGreaterThanOrEqual(dots[index - 1]?.right ?? 0)
  }
})

test.each([
  ['is late', { due: { at: '2026-11-20T13:00:00Z' } }, 'Late: waiting for the wire'],
  ['was said to be sent', { sent: { person: 'Tomas', at: '2026-11-19T14:00:00Z' } }, 'Said to be sent, not arrived'],
  ['has a rule that is not known', { rule_state: 'unknown' as const }, 'Its rule is not known'],
  ['has a rule that waits for approval', { rule_state: 'waiting' as const }, 'Waiting for approval'],
  ['has no rule yet', { rule_state: 'never-sent' as const }, 'Its rule does not exist yet'],
])('a plan whose money %s says so', async (_, more, label) => {
  await open({ movements: [], waiting: waiting?.map((plan) => ({ ...plan, ...more })), next_page_cursor: '' })
  expect(await cells(/Mint USDC/)).toContain(label)
})

test('money that came is on its way while its rule still moves it on, and nothing has gone out', async () => {
  const stops = [{ key: 'a', kind: 'in', state: 'done' } as const]
  const coming = { stops, ahead: ['minted' as const], out: undefined, fees: [usd('10.00')] }
  await open({
    movements: [row('2', { ...coming, state: 'moving' }), row('3', { ...coming, state: 'waiting' })],
    next_page_cursor: '',
  })
  expect(await cells(/On its way/)).toMatch(/Mint ?250,000\.00 ?USD ?USD ?10\.00 USD ?On its way/)
  expect(await cells(/Its rule has not run/)).toMatch(/Mint ?250,000\.00/)
})

test('money that does not add up is said before that it arrived', async () => {
  await open({ movements: [row('2', { state: 'unexplained', unexplained: '0.01' })], next_page_cursor: '' })
  await expect.element(page.getByRole('row', { name: /Does not add up/ })).toBeVisible()
  expect(await cells(/Does not add up/)).not.toContain('Arrived')
})

test('a failed read is an error, and never an empty list', async () => {
  await open(problem(502, 'service-answer-unreadable', 'The provider could not be reached.'))
  await expect.element(page.getByText('The provider could not be reached.').first()).toBeVisible()
  await expect.element(page.getByText('No movements yet')).not.toBeInTheDocument()
})

test('an empty list says what will be here, and offers to begin in one place', async () => {
  await open({ movements: [], next_page_cursor: '' })
  await expect.element(page.getByText('No movements yet')).toBeVisible()
  const begin = page.getByRole('link', { name: 'Move money' })
  expect(begin.elements()).toHaveLength(1)
  await expect.element(begin).toHaveAttribute('href', '/sandbox/money/new')
})

test('the whole list is exported page by page, amounts as they came', async () => {
  const saved: string[] = []
  const { createObjectURL } = URL
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) void file.text().then((text) => saved.push(text))
    return createObjectURL.call(URL, file)
  }
  const pair = { key: 'b', other: 'c', kind: 'minted', state: 'done' } as const
  const pages = [
    { movements: [row('2', { in: usd('250000.001'), memo: '=1+1' })], next_page_cursor: '2026 a' },
    { movements: [row('3', { stops: [{ key: 'a', kind: 'in', state: 'done' }, pair] })], next_page_cursor: '' },
  ]
  const { calls } = await renderInConsole(<MovementList environment="sandbox" canPlan />, {
    url: '/sandbox/money',
    answers: { 'GET /movements': ({ query }) => pages[query.has('page_cursor') ? 1 : 0] } as Answers,
  })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved.length).toBe(1)
  URL.createObjectURL = createObjectURL
  const [, first = '', second = ''] = (saved[0] ?? '').split('\r\n')
  expect(first).toContain('Mint USDC,done,250000.001,USD,249990.00,USDC')
  expect(first).toContain("'=1+1")
  expect(second, 'with its transfers').toMatch(/,312f26ad-[-0-9a-f]+,a b c$/)
  expect(calls.filter(({ query }) => query.has('page_cursor'))).toHaveLength(1)
})

test('the list is filtered by state, and says when no movement that was read is in it', async () => {
  const { calls } = await renderInConsole(<MovementList environment="sandbox" canPlan />, {
    url: '/sandbox/money',
    answers: {
      'GET /movements': ({ query }) => ({
        movements: query.has('states') ? [] : [row('2')],
        next_page_cursor: query.has('states') ? '2026 a' : '',
      }),
    } as Answers,
  })
  await expect.element(page.getByText('Arrived').last()).toBeVisible()
  await page.getByRole('link', { name: 'Needs attention' }).click()
  await expect.element(page.getByText('None of the newest movements is in this state')).toBeVisible()
  expect(calls.at(-1)?.query.getAll('states')).toEqual(['waiting', 'unknown', 'returned'])
  await expect.element(page.getByRole('link', { name: /Older/ })).toBeVisible()
})

test('the list has views, and plans are only among what is on its way', async () => {
  const { calls } = await renderInConsole(<MovementList environment="sandbox" canPlan />, {
    url: '/sandbox/money?limit=500',
    answers: { 'GET /movements': { waiting, movements: [row('2')], next_page_cursor: '' } } as Answers,
  })
  await expect.element(page.getByRole('row', { name: /Waiting for the wire/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '500', exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'Did not add up' }).click()
  await expect.element(page.getByRole('button', { name: 'View: Did not add up' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Does not add up' })).toHaveAttribute('aria-current', 'true')
  expect(calls.findLast(({ path }) => path === '/movements')?.query.getAll('states')).toEqual(['unexplained'])
  await expect.element(page.getByRole('row', { name: /Waiting for the wire/ })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'On its way' }).click()
  await expect.element(page.getByRole('row', { name: /Waiting for the wire/ })).toBeVisible()
  await checkAccessibility()
})
