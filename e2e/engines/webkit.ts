/**
 * WebKitGTK over WebDriver, on a display without a screen if there is none. Its driver reports no errors of pages, so a script
 * that is added as soon as a document exists collects them.
 */
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../processes'
import { type Engine, findProgram, firstMatch, MissingEngine, startBrowser } from './engine'

const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/libexec', '/usr/lib']
const browsers = folders.flatMap((folder) => [
  `${folder}/webkit2gtk-4.1/MiniBrowser`,
  `${folder}/webkitgtk-6.0/MiniBrowser`,
])
const packages = 'On Debian: apt-get install webkit2gtk-driver xvfb.'

/** A display that ends with the browser. */
async function startDisplay() {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, stop: async () => {} }
  const path = findProgram(['Xvfb'])
  if (!path) throw new MissingEngine(`WebKit has no display, and Xvfb was not found. ${packages}`)
  const { child, stop } = startBrowser(path, () => [
    ...['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
  ])
  // Xvfb writes the number of a free display there.
  const numbers = child.stdio[3] as NodeJS.ReadableStream
  return { name: `:${await firstMatch(child, numbers, /(\d+)\n/)}`, stop }
}

/** Collects what the page throws or logs as an error, once per document. */
const collect = `
  if (!window.walkErrors) {
    window.walkErrors = []
    const add = (text) => window.walkErrors.push(String(text))
    const log = console.error
    console.error = (...words) => { add(words.join(' ')); log(...words) }
    window.addEventListener('error', (event) => add(event.message ?? 'a resource failed'))
    window.addEventListener('unhandledrejection', (event) => add(event.reason))
    document.addEventListener('securitypolicyviolation', (event) => add('Policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  }
  return document.URL`

export async function startWebKit(): Promise<Engine> {
  const driver = findProgram(['WebKitWebDriver'])
  const binary = process.env.WEBKIT_PATH ?? findProgram(['MiniBrowser'], browsers)
  if (!driver || !binary) throw new MissingEngine(`WebKit was not found. ${packages}`)
  const display = await startDisplay()
  const port = await freePort()
  const { stop: stopDriver } = startBrowser(driver, () => [`--port=${port}`], {
    ...process.env,
    DISPLAY: display.name,
    // Its processes run as whoever runs the tests, which may be root.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  const stop = async () => {
    await stopDriver()
    await display.stop()
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  try {
    await untilListening(port)
    const wanted = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId, capabilities } = (await call('POST', '/session', { capabilities: { alwaysMatch: wanted } })) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    const session = `/session/${sessionId}`
    const run = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] })
    /** Whether the new document is there; while it is not, the driver may answer with an error. */
    const isThere = (before: unknown) =>
      run(`if (window.walkMark === ${JSON.stringify(before)}) return false; ${collect}`).then(Boolean, () => false)
    let opened = 0
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      open: async (url) => {
        opened += 1
        await run(`window.walkMark = ${opened}`)
        await call('POST', `${session}/url`, { url })
        const end = Date.now() + 30_000
        while (!(await isThere(opened))) {
          if (Date.now() > end) throw new Error(`${url} did not open`)
          await setTimeout(5)
        }
      },
      evaluate: async (expression) => {
        const text = await call('POST', `${session}/execute/async`, {
          script: `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value) ?? 'null'), (error) => done(JSON.stringify({ thrown: String(error) })))`,
          args: [],
        })
        const value = JSON.parse(String(text))
        if (value?.thrown) throw new Error(value.thrown)
        return value
      },
      resize: async (width, height) => {
        const frame = (await run('return outerHeight - innerHeight')) as number
        await call('POST', `${session}/window/rect`, { width, height: height + frame })
      },
      screenshot: async () => Buffer.from(String(await call('GET', `${session}/screenshot`)), 'base64'),
      takeErrors: async () => (await run('return (window.walkErrors ?? []).splice(0)')) as string[],
      stop: async () => {
        await call('DELETE', session).catch(() => undefined)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilListening(port: number): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await setTimeout(50)
    }
  }
}
