/** Nothing on a page moves while it loads; no text is cut or painted over another at the widths of usual screens. */
import type { Page } from '@playwright/test'
import type { Role } from '../lib/provider/roles'
import type { Transfer } from '../lib/provider/transfers'
import { stress } from './forms'
import { pagePaths } from './page-paths'
import type { Demo } from './processes'
import { demoBrowser } from './session'
import { expect, signIn, test, watchRequests } from './test'

const isCampaign = process.env.CAMPAIGN !== undefined
const widths = isCampaign ? [1024, 1100, 1280, 1366, 1440, 1920] : [1024, 1280, 1920]
/** One page of each kind; the campaign walks all. */
const ofEachKind = [
  ...['', '/transfers?limit=40', '/orders/new', '/money', '/money/new', '/lookup/reconcile', '/approvals', '/audit'],
  ...['/exports', '/settings/people', '/webhooks', '/lookup?q=nobody-has-this'],
]

/** What may be cut: with an ellipsis, and with the whole text in a title. */
const mayBeCut = [
  // A long name of the person in the navigation.
  'nav [title]',
  // References and other texts that people wrote, in lists.
  '.records td [title]',
  // Words that have no room in a narrow window, and an amount with far more places than nearly all of its column.
  '.records td[title]',
]

/** Boxes whose text is wider than they are, and boxes that scroll sideways without a sign of it. */
const cutTexts = async (allowed: string[]) => {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  const found: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}: "${element.textContent?.trim().slice(0, 60)}" ${element.scrollWidth} in ${element.clientWidth}`
  const isWide = (element: Element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
  const boxes = new Set<Element>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let box = node.parentElement
    if (!node.textContent?.trim() || !box?.checkVisibility({ visibilityProperty: true })) continue
    while (box?.parentElement && getComputedStyle(box).display === 'inline') box = box.parentElement
    // Text for screen readers only has a box of one pixel.
    if (box) boxes.add(box)
  }
  for (const box of boxes) {
    const { textOverflow, overflowX } = getComputedStyle(box)
    if (!isWide(box) || /auto|scroll/.test(overflowX)) continue
    const hasEllipsis = textOverflow === 'ellipsis' || box.querySelector('.fraction')?.closest('[data-cut]')
    const isTitled = hasEllipsis && box.closest('[title]') !== null
    if (!(isTitled && allowed.some((selector) => box.closest(selector)))) found.push(nameOf(box))
  }
  for (const box of document.querySelectorAll('body *')) {
    const { overflowX } = getComputedStyle(box)
    if (!isWide(box) || !box.checkVisibility()) continue
    if (/hidden|clip/.test(overflowX) && !boxes.has(box) && box.textContent?.trim()) found.push(nameOf(box))
    if (!/auto|scroll/.test(overflowX) || box.matches('textarea')) continue
    const hint = box.nextElementSibling?.textContent ?? ''
    if (!/^Scroll/.test(hint) && !box.matches('.records-region, [aria-label$="JSON"]'))
      found.push(`scrolls: ${nameOf(box)}`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} in ${clientWidth}`)
  return [...new Set(found)].slice(0, 6)
}

/** Sends an order that rests, or waits for approval. @returns the ID of the request */
async function restingOrder({ console: { url } }: Demo, role: Role, base_amount: string) {
  const browse = await demoBrowser(url, role)
  const api = '/api/sandbox/v2'
  const { items } = (await (await browse(`${api}/transfer/transfers?limit=1`)).json()) as { items: Transfer[] }
  const intent = crypto.randomUUID()
  const answer = await browse(`${api}/profiles/${items[0]?.profile_id}/orders`, {
    method: 'POST',
    headers: { 'x-mintdesk-intent': intent },
    json: { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount, price: '9000000.00' },
  })
  expect(answer.ok).toBe(true)
  return intent
}

/** Activates rules in the place of those before. */
async function activate(page: Page, { console: { url } }: Demo, rules: readonly object[]) {
  const headers = { origin: url }
  const { versions } = await (await page.request.get(`${url}/api/sandbox/policies`)).json()
  const policy = `${url}/api/sandbox/policies/${(versions[0]?.version ?? 0) + 1}`
  await page.request.put(policy, { headers, data: { rules, stand_ins: [] } })
  expect((await page.request.post(`${policy}/activate`, { headers })).ok()).toBe(true)
}

/** Sends an order that waits for approval; no other may wait with it. @returns its page */
async function waitingRequest(page: Page, demo: Demo) {
  const rule = {
    id: 'huge',
    operations: ['createOrder'],
    environments: ['sandbox'],
    expires_hours: 4,
    from: { amount: '90000000.00', asset: 'USD' },
    approvers: { count: 1, roles: ['approver'] },
  }
  await activate(page, demo, [rule])
  const id = await restingOrder(demo, 'treasury', '10')
  await activate(page, demo, [])
  return `/approvals/${id}`
}

/** Adds a webhook with a long address, of a view. @returns its page */
async function addWebhook(page: Page, { console: { url } }: Demo) {
  const id = crypto.randomUUID()
  const answer = await page.request.post(`${url}/api/sandbox/webhooks`, {
    headers: { origin: url },
    data: {
      id,
      name: 'Reconciliation at the bank',
      zone: 'UTC',
      events: ['transfer.failed'],
      url: `https://desk.example/${'hooks/'.repeat(20)}`,
      view: 'type=WIRE_DEPOSIT&x.amount.gte=100000',
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return `/webhooks/${id}`
}

/**
 * Of a pending transfer with an address, usual times, earlier states and the check of the address come after the page; of a
 * conversion, its other sides.
 * @returns the pages of both
 */
async function transferPages(page: Page, { console: { url } }: Demo) {
  const find = async (query: string, isMeant: (transfer: Transfer) => boolean) => {
    const answer = await page.request.get(`${url}/api/sandbox/v2/transfer/transfers?${query}`)
    const { items } = (await answer.json()) as { items: Transfer[] }
    const id = items.find(isMeant)?.id
    expect(id, query).toBeDefined()
    return `/transfers/${id}`
  }
  return [
    await find('secondary_statuses=TRAVEL_RULE_INFO_REQUESTED', (one) => one.destination_address !== undefined),
    await find(
      'type=INTERNAL_TRANSFER_CREDIT',
      ({ auto_conversion: ends }) => ends?.from_transfer_id !== undefined && ends.to_transfer_id !== undefined,
    ),
  ]
}

/** Lists, whose rows have two heights. */
const lists = ['/transfers?limit=40', '/issuer-quotes?limit=20']
const allPages = [
  // Settings leads to its first page.
  ...pagePaths
    .filter((path) => path !== '/settings')
    .map((path) => lists.find((list) => list.startsWith(`${path}?`)) ?? path),
  '/lookup?q=nobody-has-this',
]
const pages = isCampaign ? allPages : allPages.filter((path) => ofEachKind.includes(path))
const failures = [
  '/nowhere',
  `/transfers?x.${'unknown'.repeat(12)}=1`,
  '/transfers?limit=0',
  '/transfers?ref_ids=nobody-has-this',
  '/transfers/no-id',
]

/** Continues after a failure, so that one run reports all. */
const soft = expect.configure({ soft: true, timeout: 3_000 })

/**
 * Notes in the page what moves while it loads; entries by a person's input and by a new width are not asked for, nor what
 * moves in half a document as the rest of it arrives, which only a busy machine draws.
 */
async function watchShifts(page: Page, demo: Demo) {
  // Orders of earlier tests that filled since get their new status here, and not while they are watched.
  const quiet = watchRequests(page.context())
  await page.goto(`${demo.console.url}/sandbox/activity`)
  await quiet()
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    let drawnWhole = Number.POSITIVE_INFINITY
    const afterNextFrame = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))
    document.addEventListener('DOMContentLoaded', () =>
      afterNextFrame(() => {
        drawnWhole = performance.now()
      }),
    )
    new PerformanceObserver((list) => {
      type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
      const entries = list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[]
      for (const entry of entries.filter(({ startTime }) => startTime >= drawnWhole))
        shifts.push(
          `${entry.value.toFixed(4)}: ${entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
            const moved = [from.x, from.y, from.width, from.height, '→', to.x, to.y, to.width, to.height].join(' ')
            return `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} ${moved}`
          })}`,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { shifts: () => page.evaluate(() => Reflect.get(window, 'shifts')), quiet }
}

test.afterEach(({ demo }) => stress(demo, {}))

test('no page moves while it loads, and at no usual width is a text cut or painted over another', async ({
  page,
  demo,
}) => {
  test.slow()
  await signIn(page, demo, 'admin', '')
  const records = [
    ...(await transferPages(page, demo)),
    `/activity/${await restingOrder(demo, 'admin', '0.01')}`,
    await addWebhook(page, demo),
    await waitingRequest(page, demo),
  ]
  const { shifts, quiet } = await watchShifts(page, demo)
  // Slow enough for skeletons.
  await stress(demo, { latency: [{ millis: 300 }] })
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${demo.console.url}/sandbox${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet()
    soft(await shifts(), path).toEqual([])
  }
  const checkWidths = async (path: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await soft.poll(() => page.evaluate(cutTexts, mayBeCut), `${path} at ${width}`).toEqual([])
    }
  }
  for (const path of [...pages, ...records, ...failures]) {
    await open(path)
    await checkWidths(path)
  }
  await page.context().addCookies([{ name: 'mintdesk-density', value: 'roomy', url: demo.console.url }])
  for (const path of lists) {
    await open(path)
    await checkWidths(`${path}, with high rows,`)
  }
})

test('no page moves while it loads on a phone, and none is wider than its window', async ({ page, demo }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 900 })
  await signIn(page, demo, 'admin', '/transfers?limit=1')
  const records = [...(await transferPages(page, demo)), await addWebhook(page, demo), await waitingRequest(page, demo)]
  const { shifts, quiet } = await watchShifts(page, demo)
  await stress(demo, { latency: [{ millis: 300 }] })
  for (const path of [...pages, ...records, ...failures]) {
    await page.goto(`${demo.console.url}/sandbox${path}`)
    await quiet()
    soft(await shifts(), path).toEqual([])
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 })
      soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
    await page.setViewportSize({ width: 390, height: 900 })
  }
})

test('at no usual width is a text of the sign-in page cut', async ({ page, demo }) => {
  await page.goto(`${demo.console.url}/sign-in`)
  await expect(page.getByRole('button', { name: /^support/i })).toBeEnabled()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await soft.poll(() => page.evaluate(cutTexts, mayBeCut), `at ${width}`).toEqual([])
  }
})
