// @ts-check
/** Finds processes that outlive those that started them. */
import { spawnSync } from 'node:child_process'

/**
 * The processes of this one's group, which children inherit and keep when their parent is gone. Windows has no groups.
 * @returns {Map<number, {parent: number, args: string}>} by their pids
 */
export function groupMembers() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' })
  const all = (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent, group, state = 'Z', ...args] = line.trim().split(/ +/)
    // A zombie has ended.
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), group, args: args.join(' ') }]
  })
  const own = all.find(({ pid }) => pid === process.pid)?.group
  return new Map(all.filter(({ group }) => group === own).map(({ pid, parent, args }) => [pid, { parent, args }]))
}

/**
 * Waits a little for processes whose parent is gone, which end when they notice it.
 * @param {ReturnType<typeof groupMembers>} before those that were there already
 * @param {number} patience in milliseconds; an orphan that hears nothing is killed after 8 s (watch-parent.mjs)
 * @returns {Promise<{pid: number, args: string}[]>} those that go on
 */
export async function leftBehind(before, patience = 5_000) {
  for (const until = Date.now() + patience; ; ) {
    const now = groupMembers()
    const left = [...now].filter(([pid, { parent }]) => !before.has(pid) && !now.has(parent))
    if (left.length === 0 || Date.now() >= until) return left.map(([pid, { args }]) => ({ pid, args }))
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
