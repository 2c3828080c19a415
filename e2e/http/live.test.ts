/** The stream of changes through the built console: it arrives at once, and ends with the session and with the console. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, secrets, startDemo } from '../processes'
import { type Browser, cookieHeader, demoBrowser, postAuth } from '../session'

let demo: Demo
let browser: Browser

beforeAll(async () => {
  demo = await startDemo(50)
  browser = await demoBrowser(demo.console.url, 'support')
}, 120_000)

afterAll(async () => {
  await demo?.stop()
  expect(demo?.console.printed()).not.toContain(secrets.mark)
})

/** Listens as a browser does that would take packed answers. */
async function listen(by: Browser) {
  const answer = await fetch(`${demo.console.url}/api/sandbox/live`, {
    headers: { cookie: cookieHeader(by.cookies), 'accept-encoding': 'gzip, deflate, br' },
  })
  const stream = { answer, text: '', isOver: false }
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) stream.text += part.value
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true
    })
  return stream
}

test('a stream is neither packed nor held back, and is current at once', async () => {
  const { answer } = await listen(browser)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('private, no-store, no-transform')
  const stream = await listen(browser)
  await expect.poll(() => stream.text, { timeout: 5_000 }).toContain('"state":"live"')
})

test('a stream is refused without a session', async () => {
  expect((await fetch(`${demo.console.url}/api/sandbox/live`)).status).toBe(401)
})

test('a stream ends within 15 s after the person has signed out', async () => {
  const other = await demoBrowser(demo.console.url, 'support')
  const stream = await listen(other)
  await expect.poll(() => stream.text).toContain('event: state')
  await postAuth(other, 'signout')
  await expect.poll(() => stream.text, { timeout: 20_000 }).toContain('"reason":"session"')
  expect(stream.isOver).toBe(true)
})

test('a console with open streams stops at once and tells them', async () => {
  const stream = await listen(browser)
  await expect.poll(() => stream.text).toContain('event: state')
  const before = performance.now()
  demo.console.stop()
  await demo.console.exited
  expect(performance.now() - before).toBeLessThan(4_000)
  expect(stream.text).toContain('"reason":"stopping"')
})
