/** Cumulative layout shift: nothing on a page moves while it loads from a provider that is slow enough for skeletons. */
import type { Transfer } from '../lib/api/transfers'
import { stress } from './forms'
import { expect, signIn, test, watchRequests } from './test'

const pages = [
  '',
  '/transfers',
  '/issuer-quotes',
  '/orders',
  '/fiat-accounts',
  '/rules',
  '/activity',
  '/exports',
  '/webhooks',
  '/lookup',
  '/lookup?q=nobody-has-this',
]
const forms = ['/orders/new', '/fiat-accounts/new', '/rules/new', '/deposits/new']

test.afterAll(({ demo }) => stress(demo, {}))

for (const width of [1440, 390])
  test(`no page moves while it loads at ${width} px`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
          shifts.push(
            `${entry.value.toFixed(4)}: ${entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
              const moved = [from.x, from.y, from.width, from.height, '→', to.x, to.y, to.width, to.height].join(' ')
              return `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} ${moved}`
            })}`,
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn(page, demo, 'admin', '/transfers?limit=1')
    // Pending, with an address: usual times, earlier states and the check of the address come after the page.
    const answer = await page.request.get(
      `${demo.console.url}/api/sandbox/v2/transfer/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED`,
    )
    const { items } = (await answer.json()) as { items: Transfer[] }
    const alone = items.find((one) => one.destination_address && !one.auto_conversion && !one.group_id)
    await stress(demo, { latency: [{ millis: 300 }] })
    const quiet = watchRequests(page.context())
    for (const path of [...pages, `/transfers/${alone?.id}`, ...forms]) {
      await page.goto(`${demo.console.url}/sandbox${path}`)
      await quiet()
      expect.soft(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toEqual([])
    }
  })
