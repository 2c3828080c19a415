/** Cumulative layout shift: nothing on a page moves while it loads from a provider that is slow enough for skeletons. */
import { stress } from './forms'
import { expect, signIn, test } from './test'

const pages = ['/transfers', '/issuer-quotes', '/orders', '/fiat-accounts', '/rules', '/activity']
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
    await signIn(page, demo, 'treasury', '/transfers?limit=1')
    await stress(demo, { latency: [{ millis: 300 }] })
    for (const path of [...pages, ...forms]) {
      await page.goto(`${demo.console.url}/sandbox${path}`, { waitUntil: 'networkidle' })
      expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toEqual([])
    }
  })
