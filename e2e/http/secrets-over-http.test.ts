/**
 * No secret leaves the server: not in the build, not in the HTML of a page, not in an answer, not in a log, not in a file of
 * the console. A planted text shows that whatever tells of acts was read.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPath } from '../../lib/api/own-row'
import { checkpointFile } from '../../lib/features/audit/server/checkpoints'
import { consoleOperationNames, consoleRow } from '../../lib/features/operations'
import { environments } from '../../lib/provider/environments'
import { formPath, isChange, isWrite, operationNames, pathOf, rowOf, writeNames } from '../../lib/provider/operations'
import { pagePaths } from '../page-paths'
import { type Company, type Demo, freePort, secrets, startCompany, startDemo } from '../processes'
import { type Browser, companyBrowser, demoBrowser } from '../session'

const id = '00000000-0000-4000-8000-000000000001'

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** The address of every page, from the folders of app/, and of each form and list. */
const pages = [
  ...below('app')
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replace(/\([^)]*\)\//g, '')}`),
  ...pagePaths.map((path) => `/[environment]${path}`),
  ...writeNames.filter(isChange).map((name) => `/[environment]/${formPath(name, { id })}`),
]

/** The id of a view that is saved here: the audit log has it. */
const planted = '00000000-0000-4000-8000-00000000beef'
const found = (text: string) =>
  [secrets.mark, secrets.demo, secrets.session, planted].filter((secret) => text.includes(secret))

/** Queries by their schema, for what cannot be read without one. */
const queries: Readonly<Record<string, readonly string[]>> = {
  PresetQuery: ['kind=profile'],
  PeopleQuery: ['kind=order'],
  CountsQuery: ['zone=UTC'],
  MarksQuery: ['kind=transfer&id=t-1'],
  NotesQuery: ['kind=transfer&id=t-1'],
  AuditFileQuery: ['format=csv', 'format=ndjson'],
  OrderReferencesQuery: ['market=BTCUSD'],
}

/** Whatever can be read of Mintdesk's own interface and has an end. */
const ownReads = (environment: string) =>
  consoleOperationNames.flatMap((name) => {
    const { method, answer, query = '' } = consoleRow(name)
    const values = { id, other: id, list: 'transfers', sequence: '1' } as never
    if (method !== 'GET' || answer === 'events') return []
    return (queries[query] ?? ['']).map((one) => ownPath(environment, consoleRow(name), values, one))
  })

let demo: Demo
let company: Company
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  const started = await Promise.all([
    startDemo(100, { LOG_LEVEL: 'info' }),
    startCompany({ METRICS_PORT: String(metricsPort) }),
  ])
  demo = started[0]
  company = started[1]
  company.person.roles = ['treasury', 'admin']
}, 120_000)
afterAll(async () => {
  await Promise.all([demo?.stop(), company?.stop()])
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
  for (const [browser, all] of browsers) {
    const view = { name: 'Failed', list: 'transfers', search: 'statuses=FAILED', is_shared: false }
    const saved = await browser(`/api/sandbox/views/${planted}`, { method: 'PUT', json: view })
    expect(saved.status).toBe(200)
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
        ...ownReads(environment),
        ...['session', 'csrf', 'providers', 'error?error=OAuthCallback'].map((place) => `/api/auth/${place}`),
        '/api/health',
        '/api/ready',
        // next-auth logs why these fail.
        '/api/auth/callback/oidc?code=x&state=y',
        '/api/auth/callback/oidc?error=access_denied',
      ]
      const holding: string[] = []
      for (const path of answers) {
        const text = await read(browser, path)
        if (found(text).includes(planted)) holding.push(path)
        expect(found(text.replaceAll(planted, '')), path).toEqual([])
      }
      // Views are of one environment, and the audit log is of all.
      const lists = environment === 'sandbox' ? ['views'] : []
      const tellers = ['audit', 'audit/file?format=csv', 'audit/file?format=ndjson', ...lists]
      expect(holding.sort()).toEqual(tellers.map((place) => `/api/${environment}/${place}`))
    }
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

test('neither the metrics, nor what consoles print, nor any file that one leaves holds a secret', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('operation="getAuditFile"')
  expect(found(metrics)).toEqual([])
  // What it signs of the audit log is written when it stops.
  await Promise.all([demo.console.stop(), company.console.stop()])
  for (const { console } of [demo, company]) {
    expect(console.printed()).toContain('"event.dataset":"mintdesk.audit"')
    expect(found(console.printed())).toEqual([planted])
  }
  expect(readFileSync(checkpointFile(company.folder), 'utf8')).toContain('mintdesk-audit/')
  const files = below(company.folder).map((file) => readFileSync(join(company.folder, file), 'latin1'))
  expect(found(files.join('\n')), 'the database has the lines of the audit log').toEqual([planted])
})
