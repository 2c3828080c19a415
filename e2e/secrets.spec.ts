/**
 * What a browser receives while people work: every answer and every file is read to its end, and none holds a secret. A
 * planted text is found wherever acts are told of.
 */
import { readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { secrets } from './processes'
import { companySignIn, expect, isStream, signIn, test, watchRequests } from './test'

/** The id of a view that is saved here: the audit log has it. */
const planted = '00000000-0000-4000-8000-00000000beef'
const searched = [secrets.mark, secrets.demo, secrets.session, planted]

/** The body of an answer; where the browser keeps none, as of fonts and prefetched pages, it is requested once more. */
async function bodyOf(response: Response, page: Page): Promise<string> {
  if (response.status() >= 300 && response.status() < 400) return ''
  const request = response.request()
  const bytes = await response.body().catch(async () => {
    // Streams of a POST are only read; nothing else is asked for twice but by GET.
    if (request.method() !== 'GET' && !request.url().endsWith('/overview')) throw new Error('it is no GET')
    const again = await page.request.fetch(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      data: request.postDataBuffer() ?? undefined,
    })
    if (!again.ok()) throw new Error(`the second request got ${again.status()}`)
    return again.body()
  })
  return bytes.toString('latin1')
}

/** Reads every answer to a page. @returns waits until all is read, and gives what was found or could not be read */
function watchAnswers(page: Page) {
  const found: string[] = []
  const reading: Promise<void>[] = []
  let read = 0
  const quiet = watchRequests(page.context())
  page.context().on('response', (response) => {
    if (isStream(response.url())) return
    const check = async () => {
      const text = JSON.stringify(await response.allHeaders()) + (await bodyOf(response, page))
      read += 1
      for (const secret of searched)
        if (text.includes(secret)) found.push(`${secret} in ${new URL(response.url()).pathname}`)
    }
    reading.push(check().catch((error) => void found.push(`${response.url()} could not be read: ${error.message}`)))
  })
  return async () => {
    await quiet()
    await Promise.all(reading)
    return { found, read }
  }
}

test('no answer and no file that reaches the browser holds a secret', async ({ page, demo, company }) => {
  const quiet = watchAnswers(page)
  // What is under way is read before another session replaces this one.
  const leave = async () => {
    await page.goto('about:blank')
    await quiet()
  }
  await signIn(page, demo, 'treasury', '/transfers?limit=20')
  await quiet()
  for (const path of ['', '/orders/new', '/rules/new', '/fiat-accounts/new', '/issuer-quotes', '/activity']) {
    await page.goto(`${demo.console.url}/sandbox${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet()
  }
  await leave()
  await signIn(page, demo, 'admin', '/transfers?limit=20')
  await quiet()
  const view = { name: 'Failed, to be searched', list: 'transfers', search: 'statuses=FAILED', is_shared: false }
  const address = `${demo.console.url}/api/sandbox/views/${planted}`
  const saved = await page.request.put(address, { headers: { origin: demo.console.url }, data: view })
  expect(saved.ok(), await saved.text()).toBe(true)
  const files: string[] = []
  for (const [path, ...downloads] of [
    ['/audit', 'Export CSV', 'NDJSON'],
    ['/settings/people'],
    ['/settings/people/review', 'Export CSV'],
    ['/settings/connection'],
    ['/settings/policies'],
    ['/approvals'],
  ]) {
    await page.goto(`${demo.console.url}/sandbox${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet()
    for (const name of downloads) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click()
      const text = readFileSync(await (await downloading).path(), 'latin1')
      expect(text).toContain('admin')
      for (const secret of searched) if (text.includes(secret)) files.push(`${secret} in ${name}`)
    }
  }
  await leave()
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=20')
  await expect(page.getByText(/^production-ref-\d+$/).first()).toBeVisible()
  await quiet()
  await page.goto(`${company.console.url}/sign-in`)
  const { found, read } = await quiet()
  const isPlanted = (one: string) => one.startsWith(planted)
  expect(found.filter((one) => !isPlanted(one))).toEqual([])
  expect(found).toContain(`${planted} in /api/sandbox/audit`)
  expect(files).toEqual(['Export CSV', 'NDJSON'].map((name) => `${planted} in ${name}`))
  expect(read).toBeGreaterThan(50)
})
