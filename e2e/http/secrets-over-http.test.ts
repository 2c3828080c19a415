/** No secret leaves the server: not in the build, not in the HTML of a page, not in an answer, not in a log. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environments } from '../../lib/api/environments'
import { isWrite, operationNames, pathOf, rowOf } from '../../lib/api/provider/operations'
import { type Company, type Demo, secrets, startCompany, startDemo } from '../processes'
import { type Browser, companyBrowser, demoBrowser } from '../session'

const id = '00000000-0000-4000-8000-000000000001'

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** The address of every page, from the folders of app/. */
const pages = below('app')
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replace(/\([^)]*\)\//g, '')}`)

const found = (text: string) => [secrets.mark, secrets.demo, secrets.session].filter((secret) => text.includes(secret))

let demo: Demo
let company: Company
beforeAll(async () => {
  const started = await Promise.all([startDemo(100), startCompany()])
  demo = started[0]
  company = started[1]
}, 120_000)
afterAll(async () => {
  await Promise.all([demo?.stop(), company?.stop()])
  expect(found([demo, company].map((one) => one?.console.printed()).join('\n'))).toEqual([])
})

/** Reads an answer to its end; throws if it is cut off. */
async function read(browser: Browser, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await browser(path, { headers })
  const body = await answer.text()
  return `${answer.status}\n${JSON.stringify([...answer.headers])}\n${body}`
}

test('the files that browsers load hold no secret', () => {
  const files = below('.next/static')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) expect(found(readFileSync(join('.next/static', file), 'latin1')), file).toEqual([])
})

test('no page and no answer of a console holds a secret', async () => {
  expect(pages).toContain('/[environment]/transfers/[id]')
  const browsers: [Browser, readonly string[]][] = [
    [await demoBrowser(demo.console.url, 'admin'), ['sandbox']],
    [await companyBrowser(company.console.url), environments],
  ]
  for (const [browser, all] of browsers)
    for (const environment of all) {
      const paths = pages.map((page) => page.replace('[environment]', environment).replace(/\[\w+\]/g, id))
      for (const path of paths) {
        expect(found(await read(browser, path)), path).toEqual([])
        // What Next's own navigation asks for.
        expect(found(await read(browser, path, { rsc: '1' })), `${path} as data`).toEqual([])
      }
      const reads = operationNames.filter((name) => !isWrite(rowOf(name)))
      const answers = [
        ...reads.map((name) => `/api/${environment}${pathOf(name, { id })}`),
        ...[
          'intents',
          `intents/${id}`,
          'presets?kind=profile',
          'notes?kind=transfer&id=t-1',
          'notes/of?kind=transfer&id=t-1',
          'notes/exported?kind=transfer&id=t-1',
          'notes/people?kind=order',
          'notes/assigned',
          'views',
          'views/counts?zone=UTC',
          'webhooks',
        ].map((place) => `/api/${environment}/${place}`),
        ...['session', 'csrf', 'providers', 'error?error=OAuthCallback'].map((place) => `/api/auth/${place}`),
        '/api/health',
        '/api/ready',
        // next-auth logs why these fail.
        '/api/auth/callback/oidc?code=x&state=y',
        '/api/auth/callback/oidc?error=access_denied',
      ]
      for (const path of answers) expect(found(await read(browser, path)), path).toEqual([])
    }
})

test('no secret that the token endpoint repeats in an error passes', async () => {
  const browser = await companyBrowser(company.console.url)
  const body = JSON.stringify({ error: secrets.sandbox, error_description: `bad secret ${secrets.sandbox}` })
  for (const status of [400, 401, 500]) {
    company.sandbox.injectFaults({ token: { status, body } })
    expect(found(await read(browser, '/api/sandbox/v2/issuer-quotes')), `token ${status}`).toEqual([])
    company.sandbox.injectFaults({})
  }
})
