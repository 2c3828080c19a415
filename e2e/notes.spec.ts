/** Notes on records: support writes and assigns, treasury finds the note and marks it as done. */
import { checkAccessibility, expect, signIn, signInAs, test } from './test'

test('support assigns a note on a transfer to treasury, who finds it on the overview and marks it as done', async ({
  page,
  browser,
  demo,
}) => {
  const { url } = demo.console
  // Treasury has signed in before, and so can be chosen.
  const treasury = await (await browser.newContext()).newPage()
  await treasury.goto(`${url}/sign-in`)
  await signInAs(treasury, 'treasury')

  await signIn(page, demo, 'support', '/transfers?limit=3')
  const rows = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/transfers\/[0-9a-f-]{36}/)
  const id = /transfers\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  await page.getByRole('button', { name: 'Add a note' }).click()
  const text = `Customer asks for the receipt, ${crypto.randomUUID().slice(0, 7)}`
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text)
  // What is typed survives a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue(text)
  const choice = page.getByRole('combobox', { name: 'Assign to' })
  const name = (await choice.getByRole('option', { name: /treasury|Ines/i }).textContent()) ?? ''
  await choice.focus()
  await choice.selectOption(name)
  const today = new Date(demo.now()).toISOString().slice(0, 10)
  await page.getByLabel('Due day').fill(today)
  await page.getByLabel('Due day').press('Enter')
  const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })
  await expect(note).toContainText(`Open, for ${name}, due `)
  // The notes are at the foot of the page, and its bar may then cover half a link.
  await page.evaluate(() => window.scrollTo(0, 0))
  await checkAccessibility(page)
  await page.goto(`${url}/sandbox/transfers?limit=3`)
  await expect(page.getByTitle(`1 note, 1 open, for ${name}`)).toBeVisible()

  await treasury.goto(`${url}/sandbox`)
  const found = treasury.getByRole('link', { name: text })
  await expect(found).toBeVisible()
  await expect(
    treasury.getByRole('table', { name: 'Needs attention' }).getByRole('row').filter({ hasText: 'Notes for you' }),
  ).toBeVisible()
  await checkAccessibility(treasury)
  await found.click()
  await expect(treasury).toHaveURL(new RegExp(`/transfers/${id}`))
  await treasury.getByRole('button', { name: /^Mark as done/ }).click()
  await expect(treasury.getByText(/^Done, /)).toBeVisible()
  await treasury.goto(`${url}/sandbox`)
  await expect(treasury.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(treasury.getByRole('table', { name: 'Today' })).toBeVisible()
  await expect(treasury.getByText(text)).toHaveCount(0)
  await treasury.context().close()

  // Support sees what became of it, and who did it.
  await page.goto(`${url}/sandbox`)
  await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText(/Transfer .*, done, /)
  await page.goto(`${url}/sandbox/transfers/${id}`)
  await expect(note).toContainText(/Done, /)
  // Nothing of it was sent to the provider.
  const { requests } = await demo.control('GET', '/clients/demo-client/requests')
  expect(JSON.stringify(requests)).not.toContain(text.slice(0, 30))
})
