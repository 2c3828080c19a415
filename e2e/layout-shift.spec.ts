/** Cumulative layout shift: nothing on a page moves while it loads from a provider that is slow enough for skeletons. */
import { stress } from './forms'
import { expect, signIn, test } from './test'

const pages = ['', '/transfers', '/issuer-quotes', '/orders', '/fiat-accounts', '/rules', '/activity']
const forms = ['/orders/new', '/fiat-accounts/new', '/rules/new', '/deposits/new']

test.afterAll(({ demo }) => stress(demo, {}))

for (const width of [1440, 390])
  test(`no page moves while it loads at ${width} px`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
          shifts.push(`${entry.value.toFixed(4)}: ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn(page, demo, 'treasury', '/transfers?limit=1')
    const link = page.getByRole('link', { name: /, transfer / })
    const transfer = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
    await stress(demo, { latency: [{ millis: 300 }] })
    const paths = [...[...pages, ...forms].map((path) => `/sandbox${path}`), transfer]
    for (const path of paths) {
      await page.goto(`${demo.console.url}${path}`, { waitUntil: 'networkidle' })
      expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toEqual([])
    }
  })
