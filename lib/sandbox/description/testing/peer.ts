/**
 * Runs Prism, an independent OpenAPI tool, as a validating proxy in front of the service. It forwards everything and reports where
 * requests and answers deviate from the document. Tests only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A deviation from the document; `location` begins with `request` or `response`. */
export type Violation = { location: string[]; message: string }

/** The deviations that the proxy reports in its own header. */
export function violationsIn(headers: Headers): Violation[] {
  const text = headers.get('sl-violations')
  if (!text) return []
  return JSON.parse(text.startsWith('[') ? text : '[{"location":["request"],"message":"too many"}]')
}

/**
 * Starts the proxy on a free port of this machine.
 * @param document an OpenAPI document
 * @param upstream the address of the service
 */
export async function startPeer(document: object, upstream: string) {
  const require = createRequire(import.meta.url)
  const program = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js')
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-peer-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const words = ['proxy', file, upstream, '-p', '0', '-h', '127.0.0.1', '--multiprocess', 'false']
  const child = spawn(process.execPath, ['--max-http-header-size=65536', program, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, NODE_ENV: 'test', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const [, origin] = /Prism is listening on (http:\/\/[\d.:]+)/.exec(printed) ?? []
      if (origin) resolve(origin)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The proxy ended while it was starting:\n${printed}`)))
  })
  const lines = (pattern: RegExp) => printed.split('\n').flatMap((line) => pattern.exec(line)?.[1] ?? [])
  return {
    url,
    /** The forwarded requests in order: method and path with query. */
    passed: () => lines(/Forwarding "\w+" request to https?:\/\/[^/]+(\/\S*)\.\.\.$/),
    /** All reported deviations; each begins with `request` or `response`. */
    violations: () => lines(/Violation: (.*)$/),
    stop: async () => {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(force)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Peer = Awaited<ReturnType<typeof startPeer>>
