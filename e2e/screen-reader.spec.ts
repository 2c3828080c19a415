/**
 * What a screen reader reads on the pages of one journey, compared with the text that was approved: title, focus, the
 * accessibility tree, the descriptions of controls, and what is announced.
 */
import type { Locator, Page } from '@playwright/test'
import { recordAnnouncements } from '../components/testing/announcements'
import { fillOrder, heading, isIntent, problem, profile, resting, reviewOrder, sendOrder, wire } from './forms'
import { startWithoutRecords } from './processes'
import { expect, signIn, test, updates } from './test'

/** Values that differ from run to run. */
const placeholders: readonly [pattern: RegExp, name: string][] = [
  [new RegExp(`\\b(?!${profile})[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b`, 'g'), '{id}'],
  [new RegExp(`\\b(?!${profile.slice(0, 8)})[0-9a-f]{8}…(?:[0-9a-f]{4}\\b)?`, 'g'), '{id}'],
  [/\bMD[A-Z2-9]{10}\b/g, '{memo}'],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?\b,?/g, '{date}'],
  [/\b\d\d:\d\d(?::\d\d)?(?:\.\d+)?\b/g, '{time}'],
  [/\b\d+ (?:ms|s|min|h)(?: \d+ (?:s|min))?\b/g, '{duration}'],
]
const withPlaceholders = (text: string) =>
  placeholders.reduce((read, [pattern, name]) => read.replace(pattern, name), text)

/** What was announced since it was last asked for. */
const announced = (page: Page) => page.evaluate(() => window.announcements.splice(0).map((text) => `- ${text}`))

/** The controls that have a description, each with its text. */
const described = (part: Locator) =>
  part.locator('[aria-describedby]').evaluateAll((all) =>
    all.flatMap((element) => {
      if (!element.checkVisibility()) return []
      const label = (element as HTMLInputElement).labels?.[0] ?? element
      const name = element.getAttribute('aria-label') ?? label?.textContent
      const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
      const texts = ids.map((id) => document.getElementById(id)?.textContent?.trim() ?? `NOTHING HAS THE ID ${id}`)
      return [`- ${name?.replace(/\s+/g, ' ').trim()}: ${texts.join(' ')}`]
    }),
  )

/** One section of the script: what is read of a part of the page. */
async function read(page: Page, what: string, part = 'main'): Promise<string> {
  const tree = await page.locator(part).ariaSnapshot()
  const focused = page.locator(':focus')
  const focus = (await focused.count()) > 0 ? await focused.ariaSnapshot({ depth: 1 }) : 'none'
  const lines = [
    `# ${what}`,
    `title: ${await page.title()}`,
    `focus: ${focus.split('\n')[0]?.replace('- ', '')}`,
    ...tree.split('\n').filter((line) => !line.trimStart().startsWith('- /url:')),
    'descriptions:',
    ...(await described(page.locator(part))),
    'announced:',
    ...(await announced(page)),
  ]
  return lines.map(withPlaceholders).join('\n')
}

test('a screen reader reads the approved text on the list, the filters, an order and its result', async ({
  page,
  demo,
}) => {
  const { console, control } = await startWithoutRecords(demo)
  const script: string[] = []
  const add = async (...words: [what: string, part?: string]) => void script.push(await read(page, ...words))
  try {
    await page.addInitScript(recordAnnouncements)
    await signIn(page, { console }, 'treasury', '/rules')
    const write = async (path: string, data: object) => {
      const headers = { origin: console.url, 'x-mintdesk-intent': crypto.randomUUID() }
      const answer = await page.request.post(`${console.url}/api/sandbox/v2${path}`, { headers, data })
      expect(answer.status(), await answer.text()).toBe(200)
      return answer.json()
    }
    const deposit = (amount: string, memo_id: string) =>
      write('/sandbox/fiat-deposits', { amount, asset: 'USD', memo_id, fiat_network_instructions: { wire } })
    const { rule } = await write('/orchestration/rules', {
      ref_id: 'mint-1',
      profile_id: profile,
      source_asset: 'USD',
      destination_asset: 'USDG',
      source: { fiat: { network: 'WIRE' } },
    })
    // The cents decide: one fails, one waits for an approval.
    await deposit('87.66', 'Invoice 7')
    await deposit('1204.88', 'Invoice 8')
    await deposit('250000.00', rule.source.fiat.memo_id)
    await control('PUT', '/clock', { forward_seconds: 30 })

    await page.goto(`${console.url}/sandbox/transfers`)
    const loaded = async (count: number) => {
      await expect(page.getByRole('status').filter({ hasText: `${count} loaded, end of list` })).toBeVisible()
      await expect(updates(page)).toHaveText(/^Live, updated/)
      await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
    }
    await loaded(5)
    // It comes once the page has nothing else to do.
    const views = page.getByRole('button', { name: 'Views' })
    await expect(views).toBeVisible()
    await add('The list of transfers', 'body')
    await views.click()
    await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible()
    await add('The menu of views', '[role="dialog"]:not([popover])')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await add('The filter menu', '[role="dialog"]:not([popover])')
    await page.getByRole('dialog').getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await add('The filter by status', '[role="dialog"]:not([popover])')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await loaded(1)
    await add('The list with one filter')

    await page.goto(`${console.url}/sandbox/orders/new`)
    await expect(page.getByText('None were sent from here yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Review order' }).click()
    await expect(problem(page)).toBeFocused()
    await add('The order form, sent empty')
    // Cancelled at once, so that its result stays as it is.
    await fillOrder(page, { ...resting('0.1'), time: 'IOC' })
    await reviewOrder(page)
    await add('The review')
    await sendOrder(page).click()
    await page.waitForURL(isIntent)
    await expect(heading(page, 'Sell 0.1 BTC')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('No notes yet.')).toBeVisible()
    await add('The result')
  } finally {
    await console.stop()
  }
  const how = 'what a screen reader reads; approve a change by npm run test:e2e -- screen-reader --update-snapshots'
  expect(`${script.join('\n\n')}\n`, how).toMatchSnapshot('screen-reader.txt')
})
