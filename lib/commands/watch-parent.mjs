// @ts-check
/**
 * Ends this process when the one that started it is gone, even by kill -9, which tells no child. Imported by, or before,
 * each program that `npm start` or `npm run sandbox` runs; then `?parent=` names that process, which may be gone before this
 * is read.
 */
import { spawnSync } from 'node:child_process'

const parent = process.ppid
const starter = Number(new URL(import.meta.url).searchParams.get('parent') ?? parent)

/** The npm above the shell in which it runs a script; the shell would outlive it. @returns {number | undefined} */
function npmAboveShell() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' })
  const [, above, program = ''] = /^\s*(\d+)\s+(\S+)/.exec(stdout ?? '') ?? []
  return program.endsWith('sh') ? Number(above) : undefined
}

const npm = npmAboveShell()

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

const watching = setInterval(() => {
  if (process.ppid === parent && isAlive(starter) && (npm === undefined || isAlive(npm))) return
  clearInterval(watching)
  // As if a person had stopped it; what does not end by itself is not waited for.
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 8_000).unref()
}, 500).unref()
