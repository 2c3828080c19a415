/** A journey by keyboard through the preview and the selection of a list. components/list shows the mechanics. */
import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './test'

test('rows are previewed, opened, selected, copied and exported by keyboard', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = `${demo.console.url}/sandbox/transfers?limit=20`
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/v2/transfer/transfers?') && one.ok()),
    signIn(page, demo, 'support', '/transfers?limit=20'),
  ])
  const { items }: { items: Record<string, string>[] } = await response.json()
  const id = (index: number) => items[index]?.id ?? ''
  await expect(page.getByRole('status').filter({ hasText: /^20 loaded/ })).toBeVisible()
  const preview = page.getByRole('complementary', { name: /^Preview of/ })

  const row = (index: number) => page.getByRole('link', { name: `transfer ${id(index)}` })

  // What keys do may still be loading.
  await page.keyboard.press('j')
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(preview).toHaveAccessibleName(new RegExp(id(0).slice(0, 8)))
  await page.keyboard.press('ArrowDown')
  await expect(preview).toHaveAccessibleName(new RegExp(id(1).slice(0, 8)))
  await expect(page).toHaveURL(`${list}&x.peek=${id(1)}`)
  await page.reload()
  // Those of its other legs come after its own.
  await expect(preview.getByRole('button', { name: 'Copy transfer ID' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(page).toHaveURL(list)

  await page.keyboard.press('j')
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/transfers/${id(1)}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(preview).toHaveAccessibleName(new RegExp(id(1).slice(0, 8)))
  await expect(row(1)).toBeFocused()
  await page.goBack()
  await expect(preview).toBeHidden()
  await expect(page).toHaveURL(list)

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'IDs, one per line' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${id(1)}\n${id(2)}`)
  await bar.getByRole('button', { name: 'Export' }).click()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(csv.suggestedFilename()).toMatch(/^sandbox-transfers-\d{4}-\d\d-\d\dT\d{6}Z\.csv$/)
  const lines = readFileSync(await csv.path(), 'utf8').split('\r\n')
  const names = lines[0]?.split(',') ?? []
  expect(lines).toHaveLength(4)
  for (const [at, item] of [items[1], items[2]].entries()) {
    const cells = lines[at + 1]?.split(',') ?? []
    for (const name of ['id', 'amount', 'total', 'fee', 'asset', 'status', 'created_at'])
      expect(cells[names.indexOf(name)]).toBe(item?.[name])
  }
  await bar.getByRole('button', { name: 'Export' }).click()
  const [ndjson] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^NDJSON/ }).click(),
  ])
  const objects = readFileSync(await ndjson.path(), 'utf8')
    .trimEnd()
    .split('\n')
  expect(objects.map((line) => JSON.parse(line))).toEqual([items[1], items[2]])
})
