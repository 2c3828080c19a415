import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { recordAnnouncements } from '@/components/testing/announcements'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'
import type { PostFilterLine } from '@/lib/api/console/post-filter'

/** A stream whose lines the test gives when it wants. */
function lineStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
    },
  })
  return {
    response: new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }),
    give: (...lines: PostFilterLine[]) =>
      controller?.enqueue(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))),
    end: () => controller?.close(),
  }
}

const start = { now: Date.UTC(2026, 10, 23), zone: 'UTC' }
const asked: PostFilterLine = {
  ...{ kind: 'asked', query: { type: ['WIRE_DEPOSIT'] }, order: { by: 'CREATED_AT', order: 'DESC' } },
  ...{ narrowed: ['statuses', 'amount.gte'], start },
}
const march = Date.UTC(2026, 2, 3)
const row = (index: number) =>
  transfer({ id: `0192e4a0-0000-7000-8000-00000000000${index}`, ref_id: `ref-${index}`, status: 'FAILED' })
const search = '?type=WIRE_DEPOSIT&x.statuses=FAILED&x.amount.gte=10'

/** Shows the list, and answers each request with the next stream. */
async function show(streams: (Response | (() => Response))[], width = 1440, more = '') {
  let count = 0
  return renderInConsole(<TransferList environment="sandbox" />, {
    url: `/sandbox/transfers${search}${more}`,
    width,
    answers: {
      'POST /post-filtered/{list}': () => {
        const next = streams[count++]
        return typeof next === 'function' ? next() : (next ?? new Response(null, { status: 500 }))
      },
      'GET /notes': { marks: [] },
    },
  })
}

const line = page.getByRole('region', { name: 'How far this list was read' })
const button = (name: string) => line.getByRole('button', { name })

test('rows appear as they are found, the line never claims more than was read, and Read on continues from there', async () => {
  const [first, second] = [lineStream(), lineStream()]
  const { calls } = await show([first.response, second.response])
  first.give(asked, {
    kind: 'rows',
    rows: [row(1), row(2)],
    read: 1_000,
    place: { completeFrom: Date.UTC(2026, 9, 1) },
  })
  await expect.element(line).toHaveTextContent('2 found in 1,000 read, back to 1 Oct 2026 00:00:00 UTC…')
  await expect.element(page.getByText('ref-2', { exact: true })).toBeVisible()
  await expect.element(button('Stop')).toBeVisible()
  first.give(
    { kind: 'rows', rows: [row(3)], read: 4_000, place: { completeFrom: march } },
    { kind: 'end', place: { completeFrom: march } },
  )
  first.end()
  await expect
    .element(line)
    .toHaveTextContent('3 found in 4,000 read, back to 3 Mar 2026 00:00:00 UTC. Older ones were not read.')
  await expect.element(page.getByText(/end of list|loaded/)).not.toBeInTheDocument()
  await expect
    .element(line)
    .toHaveTextContent(
      'The provider applies Type is Wire deposit. Mintdesk applies Status is Failed, Amount is at least 10.',
    )

  await button('Read on').click()
  second.give(asked, { kind: 'rows', rows: [row(4)], read: 500 }, { kind: 'end' })
  second.end()
  await expect.element(line).toHaveTextContent('4 found. All 4,500 were read.')
  await expect.element(button('Read on')).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('row').all().length).toBe(5)
  const bodies = calls.flatMap(({ path, body }) => (path.includes('post-filtered') ? [body] : []))
  expect(bodies).toEqual([
    { search: search.slice(1), zone: expect.any(String) },
    { search: search.slice(1), zone: 'UTC', now: start.now, place: { completeFrom: march } },
  ])
})

test('rows that the provider was not asked for are left out, and the list says how many', async () => {
  const [first, second] = [lineStream(), lineStream()]
  await show([first.response, second.response])
  first.give(
    asked,
    { kind: 'rows', rows: [row(1)], read: 1_000, outside: 2, place: { completeFrom: march } },
    { kind: 'end', place: { completeFrom: march } },
  )
  first.end()
  await expect.element(page.getByText('2 rows do not match the filters.')).toBeVisible()
  await expect.element(page.getByText('They are left out.')).toBeVisible()
  await button('Read on').click()
  second.give(asked, { kind: 'rows', rows: [], read: 500, outside: 1 }, { kind: 'end' })
  second.end()
  await expect.element(page.getByText('3 rows do not match the filters.')).toBeVisible()
})

test('Stop ends the request, keeps the rows, and the focus stays on the button', async () => {
  const first = lineStream()
  await show([first.response])
  first.give(asked, { kind: 'rows', rows: [row(1)], read: 1_000, place: { completeFrom: march } })
  await button('Stop').click()
  await expect
    .element(line)
    .toHaveTextContent('1 found in 1,000 read, back to 3 Mar 2026 00:00:00 UTC. Older ones were not read.')
  await expect.element(button('Read on')).toHaveFocus()
  await expect.element(page.getByText('ref-1', { exact: true })).toBeVisible()
})

test('a list of which nothing was found yet says how far it was read, and not that nothing matches', async () => {
  const first = lineStream()
  await show([first.response])
  recordAnnouncements()
  first.give(
    asked,
    { kind: 'rows', rows: [], read: 4_000, place: { completeFrom: march } },
    { kind: 'end', place: { completeFrom: march } },
  )
  first.end()
  await expect.element(page.getByRole('heading', { name: 'No transfers found so far' })).toBeVisible()
  await expect.element(page.getByText(/No transfers match/)).not.toBeInTheDocument()
  await expect
    .poll(() => window.announcements.join(' ').trim())
    .toContain('None found in 4,000 read, back to 3 Mar 2026 00:00:00 UTC. Older ones were not read.')
})

test('a list that was read to its end without a match says so', async () => {
  const first = lineStream()
  await show([first.response])
  first.give(asked, { kind: 'rows', rows: [], read: 12 }, { kind: 'end' })
  first.end()
  await expect.element(line).toHaveTextContent('None found. All 12 were read.')
  await expect.element(page.getByText('No transfers match all these filters')).toBeVisible()
})

test.each<[string, (stream: ReturnType<typeof lineStream>) => void, RegExp]>([
  [
    'ends with a problem',
    (stream) => {
      stream.give({
        kind: 'problem',
        problem: {
          type: '/problems/service-failed',
          title: 'The provider failed.',
          status: 502,
          request_id: 'req_0123456789ab',
        },
        place: { completeFrom: march },
      })
      stream.end()
    },
    /Reading stopped\. The provider failed\. Request ID req_0123456789ab\./,
  ],
  ['breaks off', (stream) => stream.end(), /Reading stopped\. The connection ended before Mintdesk had finished\./],
])('a stream that %s keeps its rows, and is taken up where it was', async (_, fail, message) => {
  const [first, second] = [lineStream(), lineStream()]
  const { calls } = await show([first.response, second.response])
  first.give(asked, { kind: 'rows', rows: [row(1)], read: 1_000, place: { completeFrom: march } })
  await expect.element(page.getByText('ref-1', { exact: true })).toBeVisible()
  fail(first)
  await expect.element(line).toHaveTextContent(message)
  await expect.element(line).toHaveTextContent('Older ones were not read.')
  await button('Try again').click()
  second.give(asked, { kind: 'rows', rows: [], read: 7 }, { kind: 'end' })
  second.end()
  await expect.element(line).toHaveTextContent('1 found. All 1,007 were read.')
  expect(calls.at(-1)?.body).toMatchObject({ place: { completeFrom: march } })
})

test('a list that has to be read again forgets the rows of that request', async () => {
  const first = lineStream()
  await show([first.response])
  first.give(
    asked,
    { kind: 'rows', rows: [row(1), row(2)], read: 1_000, place: { completeFrom: march } },
    { kind: 'restart' },
  )
  first.give(
    { kind: 'rows', rows: [row(2)], read: 900, place: { cursor: 'c' } },
    { kind: 'end', place: { cursor: 'c' } },
  )
  first.end()
  await expect.element(line).toHaveTextContent('1 found in 900 read. The rest was not read.')
  await expect.element(page.getByText('ref-1', { exact: true })).not.toBeInTheDocument()
})

test('a list by its newest changes says which of them it may lack, also when it was read to its end', async () => {
  const first = lineStream()
  await show([first.response], 1440, '&order_by=UPDATED_AT&order=DESC')
  first.give(
    { ...asked, order: { by: 'UPDATED_AT', order: 'DESC' } },
    { kind: 'rows', rows: [row(1)], read: 900 },
    { kind: 'end' },
  )
  first.end()
  await expect.element(line).toHaveTextContent('1 found. All 900 were read.')
  await expect
    .element(line)
    .toHaveTextContent(
      'Of transfers that changed after 23 Nov 2026 00:00:00 UTC, some may be missing: refresh to see them.',
    )
})

test('a list by creation lacks no changed rows, and does not claim to', async () => {
  const first = lineStream()
  await show([first.response])
  first.give(asked, { kind: 'rows', rows: [row(1)], read: 900 }, { kind: 'end' })
  first.end()
  await expect.element(line).toHaveTextContent('1 found. All 900 were read.')
  await expect.element(line).not.toHaveTextContent('may be missing')
})

test('filters that cannot be used are explained at their field, and nothing was sent', async () => {
  const refused = problem(400, 'invalid-input', 'The filters are not valid.', {
    errors: [{ field: 'x.amount.gte', message: 'Enter the amount as a number, like 1250.00.' }],
  })
  await show([refused])
  await expect.element(page.getByRole('alert')).toHaveTextContent('Amount: Enter the amount as a number, like 1250.00.')
  await page.getByRole('link', { name: 'Remove Amount' }).click()
  expect(address()).toBe('/sandbox/transfers?type=WIRE_DEPOSIT&x.statuses=FAILED')
})

test('a list whose remaining filters the provider can combine is read by pages again', async () => {
  const { calls } = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?type=WIRE_DEPOSIT&x.statuses=FAILED',
    answers: {
      'POST /post-filtered/{list}': () => {
        const stream = lineStream()
        stream.give(asked, { kind: 'rows', rows: [row(1)], read: 1 }, { kind: 'end' })
        stream.end()
        return stream.response
      },
      listTransfers: transferPage([row(2)]),
    },
  })
  await expect.element(line).toHaveTextContent('1 found. The only one was read.')
  await page.getByRole('link', { name: 'Remove filter Type' }).click()
  await expect.poll(address).toBe('/sandbox/transfers?statuses=FAILED')
  await expect.element(page.getByText('ref-2', { exact: true })).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
  expect(calls.filter(({ path }) => path.includes('post-filtered'))).toHaveLength(1)
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing while it reads and after: %s, %i px', async (colorScheme, width) => {
  await emulateMedia({ colorScheme })
  const first = lineStream()
  await show([first.response], width)
  first.give(asked, { kind: 'rows', rows: [row(1)], read: 1_000, place: { completeFrom: march } })
  await expect.element(line).toHaveTextContent('1 found in 1,000 read')
  await checkAccessibility()
  await button('Stop').click()
  await line.getByText('Developer').click()
  await expect
    .element(line)
    .toHaveTextContent('GET /v2/transfer/transfers?type=WIRE_DEPOSIT&order_by=CREATED_AT&order=DESC')
  await checkAccessibility()
})
