import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia, setOnline } from '@/components/testing/browser'
import { type AnswerFor, type Call, problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { rememberLookup } from '@/lib/features/lookup/browser/recent-lookups'
import type { LookupIdentifier, LookupRequest } from '@/lib/features/lookup/input'
import { LookupPage } from './lookup-page'

const hash = '27ca64c092a959c7edc525ed45e845b1de6a7590d173fd2fad9133c8a779a1e3'
const missing = '4ce7bcf6e148d5048b8ebb6760ef1b0b11f67ac0a1d1aad41e31087a1b6a1db7'
const group = '39782046-85fb-437c-b2c7-edaa62173e78'
const failing = '089001a3-5679-433e-b3db-0ca350db9b9a'
const secret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'
const owner = { environment: 'sandbox', person: 'ines' } as const

const withdrawal = transfer({
  id: 'transfer-1',
  type: 'CRYPTO_WITHDRAWAL',
  crypto_network: 'ETHEREUM',
  direction: 'DEBIT',
})
const legs = [
  transfer({ id: 'leg-1', type: 'INTERNAL_TRANSFER_DEBIT', group_id: group, direction: 'DEBIT' }),
  transfer({ id: 'leg-2', type: 'INTERNAL_TRANSFER_CREDIT', group_id: group }),
]

const wallet = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
/** A UUID of nothing. */
const nothing = '3bdb59a9-0826-4ada-8fe4-3372aaf09d95'
const idFields = ['ids', 'group_ids', 'ref_ids', 'profile_ids', 'identity_ids', 'account_ids']

function resultOf(identifier: LookupIdentifier) {
  const value = 'value' in identifier ? identifier.value : identifier.start
  const base = { transfers: [] as object[], isMore: false, requests: [], asked: [] as object[], verdict: 'not-found' }
  if (value === missing)
    return { ...base, asked: [{ field: 'crypto_tx_hashes', values: [missing, `0x${missing}`], count: 0, millis: 41 }] }
  if (value === nothing)
    return { ...base, asked: idFields.map((field) => ({ field, values: [nothing], count: 0, millis: 14 })) }
  if (value === failing)
    return {
      ...base,
      verdict: 'failed',
      asked: [
        { field: 'ids', values: [failing], count: 0, millis: 1, isOwn: true },
        { field: 'group_ids', values: [failing], count: 0, millis: 1, isOwn: true },
        {
          field: 'ids',
          values: [failing],
          millis: 15_000,
          problem: { title: 'The provider did not answer within 15 s.', status: 504, request_id: 'req_0123456789ab' },
        },
      ],
    }
  const own = (field: string, values: string[], count = 0) => ({ field, values, count, millis: 1, isOwn: true })
  if (value === wallet)
    return {
      ...base,
      verdict: 'several',
      field: 'destination_address',
      transfers: legs,
      asked: [own('destination_address', [wallet], 2)],
    }
  if (value === '250,000.00 USD')
    return {
      ...base,
      verdict: 'found',
      field: 'amount',
      transfers: [withdrawal],
      asked: [own('ref_ids', [value]), own('memo', [value]), own('amount', ['250000.00 USD'], 1)],
    }
  if (value === 'Rule seven')
    return {
      ...base,
      asked: [
        own('ref_ids', [value]),
        own('memo', [value]),
        { field: 'ref_ids', values: [value], count: 0, millis: 9 },
      ],
    }
  if (value === group)
    return {
      ...base,
      verdict: 'several',
      field: 'group_ids',
      transfers: legs,
      asked: [{ field: 'group_ids', values: [group], count: 2, millis: 9 }],
    }
  return { ...base, verdict: 'found', field: 'ref_ids', transfers: [withdrawal] }
}

/** History is not read to its beginning, and changes were not for long. */
const records = { since: Date.parse('2019-11-06T08:00:00Z'), until: Date.parse('2020-01-02T08:00:00Z') }
const among = 'among all transfers since 6 Nov 2019 08:00 UTC, as of 2 Jan 2020 08:00 UTC.'

const found = ({ body }: Call) => {
  const { identifiers } = body as LookupRequest
  return { results: identifiers.map(resultOf), calls: 3, records }
}

const area = page.getByRole('textbox', { name: 'Identifiers' })

const open = (lookup: AnswerFor = found, { url = '/sandbox/lookup', width = 1440 } = {}) =>
  renderInConsole(
    <div className="px-4">
      <LookupPage {...owner} other="production" />
    </div>,
    { url, width, answers: { 'POST /lookup': lookup } },
  )

/** On screen; it is also announced. */
const sum = (text: string | RegExp) => page.getByText(text, { exact: true }).first()

/** Of a single identifier the result alone. */
const only = (result: string) => new RegExp(`^${result}$`)

async function lookUp(text: string) {
  await area.fill(text)
  await userEvent.keyboard('{Enter}')
}

const mail = `Hi team, these never arrived:
0x${hash}
${group}
${missing}
key is ${secret}, last one ${failing}`

test('a pasted e-mail has one result for every identifier, and the counts add up', async () => {
  const { calls } = await open()
  await lookUp(mail)
  await expect.element(sum('1 found + 1 found several times + 1 not found + 1 refused + 1 failed = 5')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(JSON.stringify(calls[0]?.body)).not.toContain(secret)
  const cells = page.getByRole('table', { name: 'Results' })
  await expect.element(cells.getByText('Found 2')).toBeVisible()
  await expect.element(cells.getByText('Two sides of one internal transfer')).toBeVisible()
  await expect.element(cells.getByText('UUID, group')).toBeVisible()
  await expect.element(cells.getByText('No transfer has this hash, with or without 0x, on any network')).toBeVisible()
  await expect.element(cells.getByText('It was not sent and is not kept.')).toBeVisible()
  await expect.element(cells.getByText('The provider did not answer within 15 s.')).toBeVisible()
  // The secret is nowhere: not on screen, not in the address, not in storage.
  expect(document.body.textContent + JSON.stringify({ ...sessionStorage, ...localStorage }) + address()).not.toContain(
    secret,
  )
  await expect.element(area).toHaveValue(mail.replace(secret, 'SCZA…BTQ4'))
  expect(address()).toBe('/sandbox/lookup')
  await checkAccessibility()
})

// Beside the navigation, windows of 1440 and 1280 px leave as much.
test.each([1200, 1040])(
  'at %i px what an ID of nothing was asked as is within reach, and named below',
  async (width) => {
    await open(found, { width })
    await lookUp(nothing)
    const table = page.getByRole('table', { name: 'Results' })
    const explain = table.getByText('Where we looked')
    await expect.element(explain).toBeVisible()
    const edge = table.element().parentElement?.getBoundingClientRect().right ?? 0
    expect(explain.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge)
    const fields = page.getByRole('table', { name: /Where we looked/ }).or(page.getByRole('table').last())
    for (const field of ['transfer', 'group', 'reference', 'profile', 'identity', 'account'])
      await expect.element(fields.getByText(field, { exact: true }).first()).toBeVisible()
  },
)

test('several transfers of one group lead to their list', async () => {
  await open()
  await lookUp(`${group}\n${missing}`)
  const link = page.getByRole('link', { name: 'Two sides of one internal transfer' }).last()
  await expect.element(link).toHaveAttribute('href', `/sandbox/transfers?group_ids=${group}`)
})

test('one match opens its transfer, and coming back shows what was found without asking again', async () => {
  const { calls } = await open()
  await lookUp('inv-2041')
  await expect.poll(address).toBe('/sandbox/transfers/transfer-1')
  window.history.back()
  await expect.poll(address).toBe('/sandbox/lookup?q=inv-2041')
  await expect.element(sum(only('found'))).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a line without a match says exactly what was asked, and what to try', async () => {
  await open()
  await lookUp(missing)
  await expect.poll(address).toBe(`/sandbox/lookup?q=${missing}`)
  const where = page.getByRole('table').filter({ hasText: 'Asked as' })
  await expect.element(where.getByText('hash', { exact: true })).toBeVisible()
  await expect.element(where.getByText(`0x${missing}`)).toBeInTheDocument()
  await expect.element(where.getByText('no transfer')).toBeVisible()
  await expect.element(where.getByText('41 ms')).toBeVisible()
  await expect.element(page.getByText('not yet known to the provider')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'look in production' }))
    .toHaveAttribute('href', `/production/lookup?q=${missing}`)
  await checkAccessibility()
})

test('the transfers to an address are listed, and the page says among which it searched', async () => {
  await open()
  await lookUp(wallet)
  await expect.poll(address).toBe(`/sandbox/lookup?q=${wallet}`)
  await expect.element(page.getByText(`Searched by address ${among}`)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Two sides of one internal transfer' }).last())
    .toHaveAttribute('href', `/sandbox/transfers?x.destination_address=${wallet}`)
  await checkAccessibility()
})

test('the only transfer of an amount is not opened while others may not be read yet', async () => {
  await open()
  await lookUp('250,000.00 USD')
  await expect.element(sum(only('found'))).toBeVisible()
  await expect.element(page.getByText(`Searched by memo and amount ${among}`)).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: 'Results' }).getByText('Amount', { exact: true }).last())
    .toBeVisible()
  expect(address()).toBe('/sandbox/lookup?q=250%2C000.00+USD')
})

test('a memo that nothing has says that it was searched in Mintdesk and at the provider', async () => {
  await open()
  await lookUp('Rule seven')
  await expect.element(page.getByText('No transfer has this reference or memo').first()).toBeVisible()
  const where = page.getByRole('table').filter({ hasText: 'Asked as' })
  await expect.element(where.getByText('reference, memo, in Mintdesk')).toBeVisible()
  await expect.element(where.getByText('reference', { exact: true })).toBeVisible()
})

test('where the provider fails, the page says what Mintdesk knows', async () => {
  await open()
  await lookUp(failing)
  await expect.element(sum(only('failed'))).toBeVisible()
  await expect
    .element(
      page.getByText(
        'Among the transfers that Mintdesk has since 6 Nov 2019 08:00 UTC, up to 2 Jan 2020 08:00 UTC, it is no transfer or group.',
      ),
    )
    .toBeVisible()
})

test('a failed line can be asked again by itself', async () => {
  let isBroken = true
  await open((call) => (isBroken ? problem(502, 'service-failed', 'The provider answered 500.') : found(call)))
  await lookUp(`inv-1\ninv-2`)
  await expect.element(sum('2 failed')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Ask again', exact: true }).first().click()
  await expect.element(sum('1 found + 1 failed = 2')).toBeVisible()
})

test('text stays over a reload, without its secret, and an address asks for itself', async () => {
  const { reload } = await open()
  await area.fill(`inv-2041 and\n${secret}`)
  await reload()
  await expect.element(area).toHaveValue('inv-2041 and\nSCZA…BTQ4')
})

test('an address with one identifier is asked, and its only match opens', async () => {
  const { calls } = await open(found, { url: '/sandbox/lookup?q=inv-2041' })
  await expect.poll(address).toBe('/sandbox/transfers/transfer-1')
  expect(calls).toHaveLength(1)
})

test('another identifier replaces the one in the address, and only it is asked', async () => {
  const { calls } = await open(found, { url: `/sandbox/lookup?q=${missing}` })
  await expect.element(sum(only('not found'))).toBeVisible()
  await lookUp(group)
  await expect.element(sum(only('found several times'))).toBeVisible()
  expect(address()).toBe(`/sandbox/lookup?q=${group}`)
  await expect.element(area).toHaveValue(group)
  expect(calls).toHaveLength(2)
})

test('ten thousand identifiers are asked in a hundred requests, can be cancelled and resumed, and only rows in view are drawn', async () => {
  const gates: (() => void)[] = []
  let isOpen = false
  const lines = Array.from({ length: 10_001 }, (_, at) => `inv-${at}`).join('\n')
  sessionStorage.setItem('mintdesk:lookup-paste', lines)
  const { calls } = await open(async ({ body }) => {
    if (!isOpen) await new Promise<void>((resolve) => gates.push(resolve))
    const { identifiers } = body as LookupRequest
    const results = identifiers.map(() => ({
      transfers: [],
      isMore: false,
      requests: [],
      asked: [],
      verdict: 'not-found',
    }))
    return { results, calls: 3, records }
  })
  await expect.element(page.getByText('1 identifier left out.')).toBeVisible()
  await vi.waitFor(() => expect(gates).toHaveLength(4))
  await expect.element(page.getByText('0 of 10,000 answered')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(sum('10,000 not asked yet')).toBeVisible()
  isOpen = true
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.element(sum('10,000 not found'), { timeout: 60_000 }).toBeVisible()
  expect(calls).toHaveLength(104)
  expect(document.querySelectorAll('tr[data-index]').length).toBeLessThan(80)
}, 90_000)

test('a text that is too long is refused at its field, stays there, and nothing is asked', async () => {
  const { calls } = await open()
  const text = `INV-2041 ${'1 '.repeat(500_000)}`
  await lookUp(text)
  await expect
    .element(area)
    .toHaveAccessibleDescription(/Paste at most 1,000,000 characters at once; this has 1,000,009\./)
  await expect.element(area).toHaveValue(text)
  expect(calls).toEqual([])
})

test('without a connection nothing is lost, and the rest is asked when it is back', async () => {
  let isDown = true
  await open((call) => {
    if (isDown) throw new TypeError('Failed to fetch')
    return found(call)
  })
  setOnline(false)
  await lookUp('inv-1\ninv-2')
  await expect.element(sum('2 not asked yet')).toBeVisible()
  await expect.element(page.getByText('You are offline.')).toBeVisible()
  isDown = false
  setOnline(true)
  await expect.element(sum('2 found')).toBeVisible()
})

test('results are filtered, and a filter never changes the sum', async () => {
  await open()
  await lookUp(mail)
  await page.getByRole('radio', { name: 'Not found 1' }).click()
  await expect.poll(() => document.querySelectorAll('tr[data-index]').length).toBe(1)
  await expect.element(sum(/= 5$/)).toBeVisible()
})

test('recent look-ups are offered on the empty page, asked on a click, and can be cleared', async () => {
  rememberLookup(owner, 'inv-2041')
  rememberLookup(owner, missing)
  await open()
  await page.getByRole('link', { name: '4ce7bcf6' }).click()
  await expect.element(sum(only('not found'))).toBeVisible()
})

test('recent look-ups can be cleared', async () => {
  rememberLookup(owner, 'inv-2041')
  await open()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(page.getByText('Recent look-ups')).not.toBeInTheDocument()
  expect(localStorage.length).toBe(0)
})

test('the rows that a list hands over are asked at once, and win over kept text', async () => {
  sessionStorage.setItem('mintdesk:lookup-paste', `${group}\n${missing}`)
  sessionStorage.setItem('mintdesk:lookup:sandbox:ines', 'old text')
  await open()
  await expect.element(sum('1 found several times + 1 not found = 2')).toBeVisible()
  expect(sessionStorage.getItem('mintdesk:lookup-paste')).toBeNull()
})

test.each([390, 320])('on a phone of %i px nothing is cut, and every result is a card', async (width) => {
  await open(found, { width })
  await lookUp(mail)
  await expect.element(sum(/= 5$/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await checkAccessibility()
  await page.getByRole('button', { name: `Where we looked for ${failing}` }).click()
  await expect.element(page.getByRole('heading', { name: 'Where we looked for line 5' })).toBeVisible()
})

test('in forced colours and on paper the results are complete', async () => {
  await open()
  await lookUp(mail)
  await expect.element(sum(/= 5$/)).toBeVisible()
  await emulateMedia({ forcedColors: 'active' })
  await checkAccessibility()
  await emulateMedia({ media: 'print' })
  await expect.element(page.getByText('Two sides of one internal transfer')).toBeVisible()
})

test('on a phone Paste takes the text of the clipboard, and says so if the browser refuses', async () => {
  await open(found, { width: 390 })
  await expect.element(area).toHaveAttribute('placeholder', 'Paste a hash, a reference or a whole e-mail')
  const paste = page.getByRole('button', { name: 'Paste', exact: true })
  const read = vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new Error('denied'))
  await paste.click()
  await expect.element(page.getByText(/did not let Mintdesk read the clipboard/).first()).toBeVisible()
  read.mockResolvedValue(' ')
  await paste.click()
  await expect.element(page.getByText(/There is no text on the clipboard/).first()).toBeVisible()
  read.mockResolvedValue(hash)
  await paste.click()
  await expect.element(area).toHaveValue(hash)
  await expect.element(area).toHaveFocus()
  await page.viewport(1440, 900)
  await expect.element(paste).not.toBeInTheDocument()
  read.mockRestore()
})
