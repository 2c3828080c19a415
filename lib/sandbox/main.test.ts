import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, SettingError } from './settings'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-main-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The service as a process of its own. */
function run(variables: Record<string, string>) {
  const env = { ...process.env, MINTDESK_DATA: folder, SANDBOX_TRANSFERS: '50', ...variables }
  const service = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], { env })
  const said = { out: '', errors: '' }
  service.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  service.stderr.on('data', (chunk) => {
    said.errors += chunk
  })
  return { service, said }
}

describe('the service as a process', () => {
  test('says where it listens, answers there, and stops cleanly', async () => {
    const { service, said } = run({ SANDBOX_PORT: '0' })
    await once(service.stdout, 'data')
    const [, origin] = /^Sandbox service on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(said.out) ?? []
    expect((await fetch(`${origin}/v2/issuer-quotes`)).status).toBe(401)
    service.kill('SIGTERM')
    expect(await once(service, 'close')).toEqual([0, null])
    expect(said.errors).toBe('')
  })

  test('names SANDBOX_PORT where the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { service, said } = run({ SANDBOX_PORT: String(port) })
    expect(await once(service, 'close')).toEqual([1, null])
    expect(said.errors).toBe(`Port ${port} is taken: stop what runs there, or set SANDBOX_PORT to a free port.\n`)
    other.close()
  })

  test('says in one sentence which variable is wrong', async () => {
    const { service, said } = run({ SANDBOX_TRANSFERS: 'many' })
    expect(await once(service, 'close')).toEqual([1, null])
    expect(said.errors).toMatch(
      /^SANDBOX_TRANSFERS is "many": set it to a whole number from 0 to \d+, or leave it out\.\n$/,
    )
  })
})

describe('the settings', () => {
  test('have defaults', () => {
    expect(readSettings({ NODE_ENV: 'test' })).toEqual({
      host: '127.0.0.1',
      port: 4010,
      transfers: 5000,
      folder: '.data/sandbox',
    })
  })

  test.each([
    ['SANDBOX_PORT', '65536'],
    ['SANDBOX_PORT', '-1'],
    ['SANDBOX_TRANSFERS', '1e3'],
    ['SANDBOX_TRANSFERS', '10000001'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readSettings({ NODE_ENV: 'test', [name]: value })).toThrow(SettingError)
  })
})
