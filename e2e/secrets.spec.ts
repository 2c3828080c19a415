/** What a browser receives while a person works: every answer is read to its end, and none holds a secret. */
import type { Page, Response } from '@playwright/test'
import { secrets } from './processes'
import { companySignIn, expect, isStream, signIn, test, watchRequests } from './test'

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
      for (const secret of [secrets.mark, secrets.demo, secrets.session])
        if (text.includes(secret)) found.push(`${secret} in ${response.url()}`)
    }
    reading.push(check().catch((error) => void found.push(`${response.url()} could not be read: ${error.message}`)))
  })
  return async () => {
    await quiet()
    await Promise.all(reading)
    return { found, read }
  }
}

test('no answer that reaches the browser holds a secret', async ({ page, demo, company }) => {
  const quiet = watchAnswers(page)
  await signIn(page, demo, 'treasury', '/transfers?limit=20')
  await quiet()
  for (const path of ['', '/orders/new', '/rules/new', '/fiat-accounts/new', '/issuer-quotes', '/activity']) {
    await page.goto(`${demo.console.url}/sandbox${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet()
  }
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=20')
  await expect(page.getByText(/^production-ref-\d+$/).first()).toBeVisible()
  await quiet()
  await page.goto(`${company.console.url}/sign-in`)
  const { found, read } = await quiet()
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(50)
})
