import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { groupMembers, leftBehind } from './left-behind.mjs'

it('a process whose parent has ended is found, and none that still has one', async () => {
  const before = groupMembers()
  const kept = spawn('sleep', ['30'])
  const shell = spawn('sh', ['-c', 'sleep 31 > /dev/null 2>&1 & echo $!'])
  const [[text]] = await Promise.all([once(shell.stdout, 'data'), once(shell, 'exit')])
  const orphan = Number(text)
  const found = await leftBehind(before, 0)
  expect(found).toContainEqual({ pid: orphan, args: 'sleep 31' })
  expect(found.map(({ pid }) => pid)).not.toContain(kept.pid)
  process.kill(orphan)
  kept.kill()
  await expect.poll(() => groupMembers().has(orphan)).toBe(false)
})
