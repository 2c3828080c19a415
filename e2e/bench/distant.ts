/** What benchmarks of a person's waiting share: a provider that is 40 ms away, a browser, and how times are written. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { build } from 'esbuild'

const serviceMillis = 40

/** A proxy in front of the sandbox that delays each answer, as a distant provider would. */
export async function distant(target: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }, serviceMillis)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const at = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
export const line = (name: string, values: readonly number[], more = '') =>
  `${name.padEnd(34)} p50 ${at(values, 0.5).toFixed(0).padStart(5)} ms  p95 ${at(values, 0.95).toFixed(0).padStart(5)} ms  (${values.length})${more}`

/** How a benchmark starts its browser. */
export const chromiumOptions = () => ({
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})

/** What runs in a page of its own. @param name of a file beside this one */
export async function scriptOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias: { '@': join(import.meta.dirname, '..', '..') },
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: 'globalThis.process ??= { env: {} };' },
  })
  return outputFiles[0]?.text ?? ''
}

/** A page of a console, signed in with this role. */
export async function signedIn(browser: Browser, url: string, role = 'support'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // esbuild calls this helper in every function that it compiled, also in those that run in the page.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: new RegExp(`^${role}`, 'i') }).click()
  await page.waitForURL((to) => !to.pathname.includes('sign-in'))
  return page
}
