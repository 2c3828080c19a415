/**
 * Sending against a real console: once per intent whatever is pressed, and with the true outcome where the answer is lost
 * or the service does not respond. Other failures are tested as components.
 */
import {
  arrivals,
  fillOrder,
  fillToReview,
  forms,
  isIntent,
  openForm,
  ordersOf,
  recordsOf,
  resting,
  reviewOrder,
  sendOrder,
  stress,
  twinOf,
} from './forms'
import { freePort, startConsoleOn } from './processes'
import { checkAccessibility, expect, signIn, signInAs, test } from './test'
import { startUpstream } from './upstream'

test.afterEach(({ demo }) => stress(demo, {}))
// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

// A write with a reference, a change of a record, and a write without a reference.
const kinds = ['createOrder', 'updateFiatAccount', 'initiateSandboxFiatDeposit']

for (const form of forms.filter(({ operation }) => kinds.includes(operation))) {
  const { name, thing, operation } = form

  test(`${name} is kept when the session ends, and sent once from two tabs and many presses`, async ({
    page,
    demo,
  }) => {
    test.slow()
    const mark = form.mark(1)
    await openForm(page, demo, form)
    const button = await fillToReview(page, form, mark)
    const before = (await arrivals(demo, operation)).length
    const review = page.url()
    await page.context().clearCookies({ name: /session-token/ })
    await button.click()
    const note = page.getByRole('alert').filter({ hasText: 'Signed out. Nothing was sent.' })
    await expect(note).toContainText('Your draft is saved in this tab')
    await note.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/sign-in\?/)
    await signInAs(page, 'treasury')
    await expect(page).toHaveURL(review)
    await expect(page.getByRole('main')).toContainText(mark)
    expect(await arrivals(demo, operation)).toHaveLength(before)

    await stress(demo, { latency: [{ operation, millis: 3_000 }] })
    const twin = await twinOf(page)
    const other = twin.getByRole('button', { name: form.send })
    await expect(other).toBeVisible()
    await expect(twin.getByRole('main')).toContainText(mark)
    const left = page.waitForRequest((request) => request.method() !== 'GET' && request.url().includes('/v2/'))
    await button.dblclick()
    await left
    await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    // It keeps the focus; the window may be behind the other.
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
    expect(await focused()).toBe('Sending…')
    await page.reload()
    await expect(page.getByText(`This ${thing} may have been sent.`)).toBeVisible()
    await other.press('Enter')
    await button.click()
    await Promise.all([page.waitForURL(isIntent), twin.waitForURL(isIntent)])
    expect(twin.url()).toBe(page.url())
    expect(await arrivals(demo, operation)).toHaveLength(before + 1)
    if (form.records) expect(await recordsOf(demo, form, mark)).toBe(1)
    await twin.close()
  })
}

test('an order whose answer is lost is unknown, stays so after a reload, and is not resent automatically', async ({
  page,
  demo,
}) => {
  const [form] = forms
  await openForm(page, demo, form)
  const button = await fillToReview(page, form, form.mark(2))
  const before = (await arrivals(demo, form.operation)).length
  await stress(demo, { drop: [{ operation: form.operation }] })
  await button.click()
  await page.waitForURL(isIntent)
  await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
  expect(await arrivals(demo, form.operation)).toHaveLength(before + 1)
})

test('a request that an unreachable provider did not receive is sent later or withdrawn', async ({ page }) => {
  test.slow()
  const port = await freePort()
  const console = await startConsoleOn(`http://127.0.0.1:${port}`)
  const intents: (string | undefined)[] = []
  try {
    for (const form of forms) {
      await signIn(page, { console }, 'treasury', form.path)
      if (form.unread) await expect(page.getByText(form.unread).first()).toBeVisible()
      const button = await fillToReview(page, form, form.mark(3))
      await button.click()
      const note = page.getByRole('alert').filter({ hasText: 'Not sent.' })
      await expect(note).toContainText(
        `The ${form.thing} is recorded in Mintdesk and has not been sent. Press again to send it.`,
      )
    }
    const service = await startUpstream('revived', port)
    for (const { path, send, answer, isReferenced } of forms) {
      service.injectFaults({ service: { status: 200, only: '/v2/', body: JSON.stringify(answer) } })
      await page.goto(`${console.url}/sandbox${path}/review`)
      await page.getByRole('button', { name: send }).click()
      await page.waitForURL(isIntent)
      intents.push(isReferenced ? page.url().split('/').at(-1) : undefined)
    }
    const writes = service.received.filter(({ method, url }) => method !== 'GET' && url.startsWith('/v2/'))
    expect(writes.map(({ body }) => JSON.parse(body).ref_id)).toEqual(intents)
    await service.close()

    // After a withdrawal, the draft is another write.
    await signIn(page, { console }, 'treasury', '/orders/new')
    await fillToReview(page, forms[0], '0.0504')
    await sendOrder(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not sent.' })).toBeVisible()
    const review = page.url()
    await page.goto(`${console.url}/sandbox/activity?states=prepared`)
    await page
      .getByRole('row', { name: /0\.0504 BTC/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('button', { name: 'Withdraw it' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'It was never sent.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send it now' })).toHaveCount(0)
    await page.goto(review)
    await sendOrder(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Refused.' })).toContainText('Withdrawn by')
    await sendOrder(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not sent.' })).toBeVisible()
  } finally {
    await console.stop()
  }
})

test('a form whose person changed in another tab sends nothing, and keeps the draft for them', async ({
  page,
  demo,
  browser,
}) => {
  await signIn(page, demo, 'treasury', '/orders/new')
  await fillOrder(page, resting('0.0706'))
  await reviewOrder(page)
  const mine = await page.context().cookies()
  const other = await browser.newContext()
  await signIn(await other.newPage(), demo, 'admin', '/orders/new')
  await page.context().addCookies(await other.cookies())
  await other.close()
  await sendOrder(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'You are now signed in as' })
  await expect(note).toContainText(/Nothing was sent\. Reload to continue as \S+/)
  await checkAccessibility(page)
  // Not for the first person either, until the page is reloaded.
  await page.context().addCookies(mine)
  await sendOrder(page).click()
  await expect(note).toBeVisible()
  expect(await ordersOf(demo, '0.0706')).toEqual([])
  await note.getByRole('link', { name: 'Reload' }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByText('Nothing has been sent')).toBeVisible()
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(demo, '0.0706')).toHaveLength(1)
})
