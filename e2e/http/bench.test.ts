/** How a benchmark finds its browser, and what a command of ours leaves running when it fails. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of this repository to its end. */
async function run(words: string[], env = process.env): Promise<{ code: number; said: string }> {
  const command = spawn(process.execPath, ['--import', 'tsx', ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const code = await new Promise<number>((resolve) => command.once('exit', resolve))
  return { code, said }
}

/** A process that has ended may still be listed as a zombie. */
const isRunning = (pid: string) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout)

test('a benchmark finds its browser as npm test does, and ends if that fails', async () => {
  // The first browser on the path.
  const note = join(folder, 'started')
  const browser = `#!/bin/sh\ntouch '${note}'\nexit 1\n`
  writeFileSync(join(folder, 'chromium-headless-shell'), browser, { mode: 0o755 })
  const { CHROMIUM_PATH: _, ...env } = process.env
  const { code } = await run(['e2e/bench/main.ts', '--only=moves'], {
    ...env,
    PATH: `${folder}:${env.PATH}`,
    PLAYWRIGHT_BROWSERS_PATH: folder,
  })
  expect(code).toBe(1)
  expect(existsSync(note)).toBe(true)
})

test('a command that fails leaves no process behind', async () => {
  const program = `import { startSandbox } from './e2e/processes.ts'
    const { sandbox, answers } = await startSandbox(${JSON.stringify(folder)}, 10)
    await answers()
    console.log(sandbox.pid)
    process.exit(3)`
  const { code, said } = await run(['--input-type=module', '--eval', program])
  expect(code).toBe(3)
  const pid = said.trim()
  expect(pid).toMatch(/^\d+$/)
  await expect.poll(() => isRunning(pid), { timeout: 60_000, interval: 250 }).toBe(false)
})
