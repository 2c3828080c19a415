/**
 * What holds of every form that writes: it is sent once, whatever is pressed; nothing typed is lost; an answer that is
 * lost is said to be lost, and what never left is said not to have left.
 */
import {
  arrivals,
  fillOrder,
  fillToReview,
  forms,
  heading,
  isIntent,
  openForm,
  ordersOf,
  problem,
  recordsOf,
  resting,
  reviewOrder,
  sendOrder,
  stress,
  twinOf,
} from './forms'
import { freePort, startConsoleOn } from './stage'
import { checkAccess, companySignIn, expect, pressDoor, signIn, test } from './test'
import { startUpstream } from './upstream'

test.afterEach(({ desk }) => stress(desk, {}))
// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

for (const form of forms) {
  const { name, thing, operation, blank } = form
  const { field, value } = blank

  test(`${name} comes back after the session ended, and is sent once however often it is pressed`, async ({
    page,
    desk,
  }) => {
    test.slow()
    const mark = form.mark(1)
    await openForm(page, desk, form)
    const button = await fillToReview(page, form, mark)
    const before = (await arrivals(desk, operation)).length
    const review = page.url()
    await page.context().clearCookies({ name: /session-token/ })
    await button.click()
    const note = page.getByRole('alert').filter({ hasText: 'Signed out. Nothing was sent.' })
    await expect(note).toContainText('Your draft is saved in this tab')
    await note.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL(/\/sign-in\?/)
    await pressDoor(page, 'treasury')
    await expect(page).toHaveURL(review)
    await expect(page.getByRole('main')).toContainText(mark)
    expect(await arrivals(desk, operation)).toHaveLength(before)

    await stress(desk, { latency: [{ operation, millis: 3_000 }] })
    const twin = await twinOf(page)
    const other = twin.getByRole('button', { name: form.send })
    await expect(other).toBeVisible()
    await expect(twin.getByRole('main')).toContainText(mark)
    const left = page.waitForRequest((request) => request.method() !== 'GET' && request.url().includes('/v2/'))
    await button.dblclick()
    await left
    await expect(page.getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    // It can be reached and pressed all the while; the window itself may be behind the other.
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
    expect(await focused()).toBe('Sending…')
    // Closed or reloaded while it is sent: whoever comes back must not think that nothing happened.
    await page.reload()
    await expect(page.getByText(`This ${thing} may have been sent.`)).toBeVisible()
    await other.press('Enter')
    await button.click()
    await Promise.all([page.waitForURL(isIntent), twin.waitForURL(isIntent)])
    expect(twin.url()).toBe(page.url())
    expect(await arrivals(desk, operation)).toHaveLength(before + 1)
    if (form.records) expect(await recordsOf(desk, form, mark)).toBe(1)
    await twin.close()
  })

  test(`${name} whose answer is lost is told to be unknown, and is not sent again by itself`, async ({
    page,
    desk,
  }) => {
    const mark = form.mark(2)
    await openForm(page, desk, form)
    const button = await fillToReview(page, form, mark)
    const before = (await arrivals(desk, operation)).length
    await stress(desk, { drop: [{ operation }] })
    await button.click()
    await page.waitForURL(isIntent)
    await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
    expect(await arrivals(desk, operation)).toHaveLength(before + 1)

    // The way back leads to a form as it begins, not to what is done.
    await page.goBack()
    await expect(page.getByRole('button', { name: `Review ${thing}` })).toBeVisible()
    await expect(field(page)).toHaveValue(value)
    await expect(page.getByText('Drafts are saved in this tab until you send them')).toBeVisible()
  })
}

test('a dead service takes nothing, says so, and each form goes out once it is there', async ({ page }) => {
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
      service.feel({ service: { status: 200, only: '/v2/', body: JSON.stringify(answer) } })
      await page.goto(`${console.url}/sandbox${path}/review`)
      await page.getByRole('button', { name: send }).click()
      await page.waitForURL(isIntent)
      intents.push(isReferenced ? page.url().split('/').at(-1) : undefined)
    }
    const writes = service.received.filter(({ method, url }) => method !== 'GET' && url.startsWith('/v2/'))
    expect(writes.map(({ body }) => JSON.parse(body).ref_id)).toEqual(intents)
    await service.close()

    // What was never sent can be withdrawn, and the draft it was made from is another write then.
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

test('a console that cannot be reached is said to be out of reach, and the next press is the same order', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/orders/new')
  await fillOrder(page, resting('0.0703'))
  await reviewOrder(page)
  await page.context().setOffline(true)
  await sendOrder(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'It may have been sent.' })
  await expect(note).toContainText('Mintdesk sends the same order at most once')
  await page.context().setOffline(false)
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0703')).toHaveLength(1)

  // The way back leads to an empty form, not to what is done.
  await page.goBack()
  await expect(heading(page, 'New order')).toBeVisible()
  await expect(page.getByLabel('Profile', { exact: true })).toHaveValue('')
})

test('an order that was changed after its twin in another tab was sent is not taken for the same', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/orders/new')
  await fillOrder(page, resting('0.0704'))
  await reviewOrder(page)
  const twin = await twinOf(page)
  await sendOrder(twin).click()
  await twin.waitForURL(isIntent)
  const sent = twin.url()
  await twin.close()
  await page.getByRole('link', { name: 'Change amount' }).click()
  await expect(page.getByLabel('Amount to sell')).toBeFocused()
  await page.getByLabel('Amount to sell').fill('0.0705')
  await reviewOrder(page)
  await sendOrder(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'Already sent with other values.' })
  await expect(note.getByRole('link', { name: 'View in Activity' })).toHaveAttribute('href', new URL(sent).pathname)
  await note.getByRole('button', { name: 'Make this a new order' }).click()
  await sendOrder(page).click()
  await page.waitForURL((url) => isIntent(url) && url.href !== sent)
  expect(await ordersOf(desk, '0.0704')).toHaveLength(1)
  expect(await ordersOf(desk, '0.0705')).toHaveLength(1)
})

test('a form whose person was changed in another tab sends nothing, and keeps its draft for them', async ({
  page,
  desk,
  browser,
}) => {
  await signIn(page, desk, 'treasury', '/orders/new')
  await fillOrder(page, resting('0.0706'))
  await reviewOrder(page)
  const mine = await page.context().cookies()
  const other = await browser.newContext()
  await signIn(await other.newPage(), desk, 'admin', '/orders/new')
  await page.context().addCookies(await other.cookies())
  await other.close()
  await sendOrder(page).click()
  const note = page.getByRole('alert').filter({ hasText: 'You are now signed in as' })
  await expect(note).toContainText(/Nothing was sent\. Reload to continue as \S+/)
  await checkAccess(page)
  // Not even for the one whose form it is, until the page is loaded anew.
  await page.context().addCookies(mine)
  await sendOrder(page).click()
  await expect(note).toBeVisible()
  expect(await ordersOf(desk, '0.0706')).toEqual([])
  await note.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByText('Nothing has been sent')).toBeVisible()
  await sendOrder(page).click()
  await page.waitForURL(isIntent)
  expect(await ordersOf(desk, '0.0706')).toHaveLength(1)
})

test('in production the amount is typed once more before real money moves', async ({ page, company }) => {
  await companySignIn(page, company, ['treasury'], '/production/orders/new')
  await fillOrder(page, resting('12.50'))
  await reviewOrder(page)
  await sendOrder(page).click()
  await expect(problem(page).getByRole('link')).toHaveText('Type the amount to confirm it: 12.50 BTC.')
  await problem(page).getByRole('link').click()
  const typed = page.getByLabel('Type the amount to confirm')
  await expect(typed).toBeFocused()
  await typed.fill('1.25')
  await page.keyboard.press('Enter')
  await expect(problem(page).getByRole('link')).toHaveText("This doesn't match. You are sending 12.50 BTC.")
  expect(company.production.received.filter(({ method, url }) => method === 'POST' && url.includes('/orders'))).toEqual(
    [],
  )
  await checkAccess(page)
  await typed.fill('12.5')
  company.production.feel({
    service: {
      status: 200,
      only: '/orders',
      body: JSON.stringify({ id: 'order-1', status: 'OPEN', market: 'BTCUSD' }),
    },
  })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/production\/activity\//)
  company.production.feel({})
  const posts = company.production.received.filter(({ method, url }) => method === 'POST' && url.includes('/orders'))
  expect(posts).toHaveLength(1)
  expect(JSON.parse(posts[0]?.body ?? '{}')).toMatchObject({ base_amount: '12.50', price: '9000000.00', side: 'SELL' })
})
