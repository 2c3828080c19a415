/** `npm run doctor` as an operator runs it: against a sandbox, with nothing wrong and then with one mistake each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, secrets, startProcess } from '../processes'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-doctor-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Runs a command to its end. */
async function run(env: Record<string, string>, ...words: string[]) {
  const running = startProcess(['.build/operate.mjs', ...words], { MINTDESK_DATA: folder, ...env })
  const code = await running.exited
  const printed = running.printed()
  expect(printed).not.toContain(secrets.mark)
  expect(printed).not.toContain('demo-secret')
  return { code, printed }
}

test('the doctor exits with 0 where nothing is wrong, and with 1 and what to mend after each mistake', async () => {
  const port = String(await freePort())
  const sandbox = startProcess(['.build/sandbox.mjs'], {
    ...{ SANDBOX_PORT: port, SANDBOX_TRANSFERS: '20', MINTDESK_DATA: folder },
  })
  try {
    const address = `http://127.0.0.1:${port}`
    const right = {
      NEXTAUTH_SECRET_FILE: file('session', `${secrets.session}\n`),
      ...{ SANDBOX_BASE_URL: address, SANDBOX_AUTH_URL: address, SANDBOX_CLIENT_ID: 'demo-client' },
      SANDBOX_CLIENT_SECRET_FILE: file('client', 'demo-secret\n'),
    }
    await expect
      .poll(
        () =>
          fetch(address).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    // Without a database there is nothing to examine yet.
    expect((await run(right, 'doctor')).printed).toMatch(/There is none in .* yet/)
    expect((await run(right, 'migrate')).code).toBe(0)
    const well = await run(right, 'doctor', '--json')
    expect([well.code, JSON.parse(well.printed)]).toEqual([0, { ok: true, findings: expect.any(Array) }])
    const mistakes: [Record<string, string>, RegExp][] = [
      [{ SANDBOX_CLIENT_SECRET_FILE: join(folder, 'absent') }, /SANDBOX_CLIENT_SECRET_FILE cannot be read \(ENOENT\)/],
      [{ SANDBOX_CLIENT_SECERT: secrets.mark, SANDBOX_CLIENT_SECRET_FILE: '' }, /Is SANDBOX_CLIENT_SECRET meant\?/],
      [
        { SANDBOX_CLIENT_SECRET_FILE: file('wrong', secrets.mark) },
        /Check SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET/,
      ],
      [{ SANDBOX_BASE_URL: `${address}/elsewhere` }, /answered with 404/],
      [{ DATABASE_URL: `postgres://u:${secrets.mark}@127.0.0.1:1/x` }, /database cannot be used/],
      [{ SEAL_KEYS: `a:${secrets.mark}` }, /SEAL_KEYS has a key that is too short/],
      [{ SANDBOX_AUTH_URL: 'https://127.0.0.1:1', HTTPS_PROXY: `http://u:${secrets.mark}@127.0.0.1:1` }, /HTTPS_PROXY/],
    ]
    for (const [change, said] of mistakes) {
      const { code, printed } = await run({ ...right, ...change }, 'doctor')
      expect(printed).toMatch(said)
      expect(code, printed).toBe(1)
    }
  } finally {
    sandbox.stop()
    await sandbox.exited
    rmSync(folder, { recursive: true, force: true })
  }
})
