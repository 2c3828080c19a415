/** How a benchmark that needs a browser starts and fails. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process that has ended may still be listed as a zombie. */
const isRunning = (pid: string) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout)

test('a benchmark finds its browser as npm test does, and leaves no process behind if the browser fails', async () => {
  // The first browser on the path: it notes the processes that the benchmark has started, and fails.
  const note = join(folder, 'pids')
  const browser = `#!/bin/sh\nps -A -o pid=,ppid= | awk -v p=$PPID -v own=$$ '$2 == p && $1 != own { print $1 }' > '${note}'\nexit 1\n`
  writeFileSync(join(folder, 'chromium-headless-shell'), browser, { mode: 0o755 })
  const { CHROMIUM_PATH: _, ...env } = process.env
  const command = spawn(process.execPath, ['--import', 'tsx', 'e2e/bench/main.ts', '--only=moves'], {
    env: { ...env, PATH: `${folder}:${env.PATH}`, PLAYWRIGHT_BROWSERS_PATH: folder },
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => command.once('exit', resolve))).toBe(1)
  const pids = readFileSync(note, 'utf8').trim().split(/\s+/)
  // The sandbox and two consoles.
  expect(pids.length).toBeGreaterThanOrEqual(3)
  await expect.poll(() => pids.filter(isRunning), { timeout: 60_000, interval: 250 }).toEqual([])
})
