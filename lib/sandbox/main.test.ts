import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profiles } from './seed/parties'
import { readSettings, SettingError } from './settings'
import { bundleService } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-main-'))
let bundle: string
beforeAll(async () => {
  bundle = await bundleService()
})
afterAll(() => {
  rmSync(bundle)
  rmSync(folder, { recursive: true })
})

/** The service as a process of its own. */
function run(variables: Record<string, string>, ...words: string[]) {
  const usual = { MINTDESK_DATA: folder, SANDBOX_TRANSFERS: '50', SANDBOX_CONTROL_TOKEN: '' }
  const env = { ...process.env, ...usual, ...variables }
  const service = spawn(process.execPath, [bundle, ...words], { env })
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
  test('prints its address, answers there, and stops cleanly', async () => {
    const { service, said } = run({ SANDBOX_PORT: '0' })
    await once(service.stdout, 'data')
    const [, origin] = /^Sandbox service on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(said.out) ?? []
    expect(said.out.split('\n').slice(1)).toEqual([
      `  Description: ${origin}/docs/`,
      '  Control: disabled, because SANDBOX_CONTROL_TOKEN is not set',
      '',
    ])
    expect((await fetch(`${origin}/v2/issuer-quotes`)).status).toBe(401)
    service.kill('SIGTERM')
    expect(await once(service, 'close')).toEqual([0, null])
    expect(said.errors).toBe('')
  })

  test('enables control with a token and does not print the token', async () => {
    const token = 'a-token-that-nobody-prints'
    const { service, said } = run({ SANDBOX_PORT: '0', SANDBOX_CONTROL_TOKEN: token })
    await once(service.stdout, 'data')
    const [, control = ''] = /Control: (http:\S+\/control), with SANDBOX_CONTROL_TOKEN/.exec(said.out) ?? []
    const asked = async (given: string) =>
      (await fetch(control, { headers: { 'x-sandbox-control-token': given } })).status
    expect([await asked(token), await asked('another')]).toEqual([200, 403])
    service.kill('SIGTERM')
    await once(service, 'close')
    expect(said.out + said.errors).not.toContain(token)
  })

  test('continues after a restart, or resets with --reset, which deletes only its own folder', async () => {
    const data = mkdtempSync(join(folder, 'reset-'))
    writeFileSync(join(data, 'mintdesk.sqlite'), 'the console’s own')
    /** Starts, places the same order, and stops. */
    const startAndRequest = async (...words: string[]) => {
      const { service, said } = run({ SANDBOX_PORT: '0', MINTDESK_DATA: data }, ...words)
      await once(service.stdout, 'data')
      const [, origin] = /^Sandbox service on (\S+)/.exec(said.out) ?? []
      const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' }
      const token = await fetch(`${origin}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token } = (await token.json()) as { access_token: string }
      const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '10', ref_id: 'kept' }
      const { status } = await fetch(`${origin}/v2/profiles/${profiles[0].id}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
      service.kill('SIGTERM')
      await once(service, 'close')
      return status
    }
    expect(await startAndRequest()).toBe(200)
    expect(await startAndRequest()).toBe(409)
    expect(await startAndRequest('--reset')).toBe(200)
    expect(readFileSync(join(data, 'mintdesk.sqlite'), 'utf8')).toBe('the console’s own')
  })

  test('names SANDBOX_PORT if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { service, said } = run({ SANDBOX_PORT: String(port) })
    expect(await once(service, 'close')).toEqual([1, null])
    expect(said.errors).toBe(`Port ${port} is taken: stop what runs there, or set SANDBOX_PORT to a free port.\n`)
    other.close()
  })

  test('names an invalid variable in one sentence', async () => {
    const { service, said } = run({ SANDBOX_TRANSFERS: 'many' })
    expect(await once(service, 'close')).toEqual([1, null])
    expect(said.errors).toMatch(
      /^SANDBOX_TRANSFERS is "many": set it to a whole number from 0 to \d+, or leave it out\.\n$/,
    )
  })
})

describe('the secrets of the commands', () => {
  /** What the commands share, in a folder that is no repository; prints what the script says. */
  async function commanded(root: string, script: string, variables: Record<string, string> = {}) {
    const setUp = join(root, 'lib', 'commands', 'set-up.mjs')
    for (const file of ['commands/set-up.mjs', 'server/variables.mjs'])
      cpSync(join(import.meta.dirname, '..', file), join(root, 'lib', file))
    const { NEXTAUTH_SECRET: _, SANDBOX_CONTROL_TOKEN: __, ...env } = process.env
    const source = `import * as setUp from ${JSON.stringify(setUp)}; ${script}`
    const command = spawn(process.execPath, ['--input-type=module', '-e', source], { env: { ...env, ...variables } })
    let printed = ''
    for await (const chunk of command.stdout) printed += chunk
    return printed
  }
  const made = "console.log(JSON.stringify(setUp.secretIn('SANDBOX_CONTROL_TOKEN')))"

  test('are created once, readable by the owner only, and keep the rest of .env.local', async () => {
    const root = mkdtempSync(join(folder, 'command-'))
    const file = join(root, '.env.local')
    writeFileSync(file, 'PORT=3001', { mode: 0o644 })
    const first = JSON.parse(await commanded(root, made))
    expect(first).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/), place: '.env.local' })
    expect(readFileSync(file, 'utf8')).toBe(`PORT=3001\nSANDBOX_CONTROL_TOKEN=${first.secret}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await commanded(root, made))).toEqual(first)
    const given = { SANDBOX_CONTROL_TOKEN: 'given-by-the-environment' }
    expect(JSON.parse(await commanded(root, made, given))).toEqual({
      secret: 'given-by-the-environment',
      place: 'the environment',
    })
  })

  test('are passed only to the processes that need them', async () => {
    const root = mkdtempSync(join(folder, 'command-'))
    writeFileSync(join(root, '.env.local'), 'PRODUCTION_CLIENT_SECRET=deep\nSANDBOX_PORT=4011\nSANDBOX_TRANSFERS=9\n')
    const read = `setUp.readVariables((name) => name.startsWith('SANDBOX_'));
      console.log([process.env.SANDBOX_PORT, process.env.SANDBOX_TRANSFERS, process.env.PRODUCTION_CLIENT_SECRET])`
    // The environment goes before the file.
    expect(await commanded(root, read, { SANDBOX_TRANSFERS: '10' })).toBe("[ '4011', '10', undefined ]\n")
  })
})

describe('the settings', () => {
  test('have defaults', () => {
    expect(readSettings({ NODE_ENV: 'test' })).toEqual({
      host: '127.0.0.1',
      port: 4010,
      transfers: 5000,
      folder: '.data/sandbox',
      controlToken: undefined,
    })
  })

  test('refuse a short or unsendable control token without quoting it', () => {
    for (const token of ['short', 'with a space in the middle', 'ümlauts-in-the-header']) {
      const read = () => readSettings({ NODE_ENV: 'test', SANDBOX_CONTROL_TOKEN: token })
      expect(read).toThrow(/^SANDBOX_CONTROL_TOKEN must have 16 to 200 printable/)
      expect(read).not.toThrow(token)
    }
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
