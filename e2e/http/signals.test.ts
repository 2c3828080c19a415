/** A built console as operators and balancers see it: health, ready, and metrics on a port of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoVariables, freePort, type RunningProcess, startConsole, startSandbox } from '../processes'
import { demoBrowser } from '../session'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-signals-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let console: RunningProcess
let metricsUrl: string

beforeAll(async () => {
  sandbox = await startSandbox(folder, 100)
  const port = await freePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  const variables = { MINTDESK_DATA: folder, METRICS_PORT: String(port), ...demoVariables(sandbox.sandbox.url) }
  console = await startConsole(variables)
  await sandbox.answers()
})
afterAll(async () => {
  await Promise.all([console?.stop(), sandbox?.sandbox.stop()])
  rmSync(folder, { recursive: true, force: true })
})

test('a console is healthy and ready, and names no detail', async () => {
  expect(await (await fetch(`${console.url}/api/health`)).json()).toEqual({ status: 'ok' })
  const ready = await fetch(`${console.url}/api/ready`)
  expect(await ready.json()).toMatchObject({ status: 'ready', failing: [] })
  expect(ready.headers.get('cache-control')).toMatch(/no-store/)
  expect((await fetch(`${console.url}/api/ready`, { method: 'HEAD' })).status).toBe(200)
})

test('metrics count what a person did, on their own port, until the console stops', async () => {
  const browser = await demoBrowser(console.url, 'support')
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const list = await browser('/api/sandbox/v2/transfer/transfers', { headers: { traceparent } })
  expect(list.status).toBe(200)
  const metrics = await (await fetch(metricsUrl)).text()
  expect(metrics).toContain('mintdesk_requests_total{environment="sandbox",operation="listTransfers",status="200"} 1')
  // The console itself reads what changes, too.
  expect(metrics).toMatch(
    /^mintdesk_upstream_calls_total\{environment="sandbox",operation="listTransfers",status="200"\} [1-9]\d*$/m,
  )
  await expect
    .poll(async () => (await fetch(metricsUrl)).text(), { timeout: 40_000 })
    .toContain('mintdesk_provider_reachable{environment="sandbox"} 1')
  expect(metrics).toMatch(
    /^mintdesk_build_info\{version="\d+\.\d+\.\d+",build="[\da-f]{16}",node="[\d.]+",database="sqlite"\} 1$/m,
  )
  expect(metrics).toMatch(/^mintdesk_ready\{check="database",kind="required"\} 1$/m)
  expect(console.printed()).toContain('"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"')
  expect((await fetch(metricsUrl.replace('/metrics', '/api/ready'))).status).toBe(404)
  expect(await (await fetch(`${console.url}/metrics`)).text()).not.toContain('mintdesk_requests_total')
  await console.stop()
  await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed')
})
