/** What the walk needs of a browser engine, and how its processes are found and started. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A window of a browser, signed in by the walk. */
export type Engine = {
  /** "Firefox 153.7" */
  version: string
  /** Loads an address; it may still be loading afterwards. */
  open: (url: string) => Promise<void>
  /** The JSON value of an expression in the page. @throws what it threw there */
  evaluate: (expression: string) => Promise<unknown>
  /** Sets the size of the page in CSS pixels; some windows are no narrower than 450. */
  resize: (width: number, height: number) => Promise<void>
  /** What the window shows, as PNG. */
  screenshot: () => Promise<Buffer>
  /** What pages threw or logged as an error since the last call. */
  takeErrors: () => Promise<string[]>
  stop: () => Promise<void>
}

/** A browser that is not installed. */
export class MissingEngine extends Error {}

/** @returns the path of a program, by name or at one of these places; undefined if there is none */
export function findProgram(names: readonly string[], places: readonly string[] = []): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return places.find(existsSync)
}

/** A process and a folder of its own; `stop` ends the one and removes the other. */
export function startBrowser(path: string, words: (folder: string) => string[], env: NodeJS.ProcessEnv = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-engine-'))
  const child = spawn(path, words(folder), { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { child, stop }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}

type Stream = NodeJS.ReadableStream | null | undefined

/** Resolves with what a pattern finds in a stream. @throws if the process ends, or after 30 s */
export function firstMatch(child: ChildProcess, stream: Stream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = () => reject(new Error(`${child.spawnfile} did not start: ${text.slice(-500)}`))
    const timer = setTimeout(fail, 30_000)
    child.once('exit', fail)
    stream?.on('data', (part) => {
      text += String(part)
      const found = pattern.exec(text)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      child.off('exit', fail)
      resolve(found)
    })
  })
}
