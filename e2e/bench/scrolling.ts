/**
 * Scrolling a list from end to end in Chromium: the list's own table and react-window with the same rows, in turns
 * within one run. Frames over 20 ms are those that a reader sees stumble on a 60 Hz screen.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { seededTransfers } from '../../lib/sandbox/seed/seed'
import { chromiumOptions, scriptOf } from './distant'

type Served = { url: string; close: () => void }

/** @param folder a built console, whose style sheets the page wears */
async function servePage(folder: string): Promise<Served> {
  const statics = join(folder, '.next', 'static')
  const sheets = readdirSync(statics, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const links = sheets.map((name) => `<link rel="stylesheet" href="/_next/static/${name}">`).join('')
  const page = `<!doctype html><html lang="en" data-env="sandbox" data-density="default"><title>Scrolling</title>${links}
    <body><div id="here" style="display:flex;flex-direction:column;height:100vh"></div><script type="module" src="/page.js"></script></body></html>`
  const items = [...seededTransfers({ transfers: 500, anchor: Date.UTC(2026, 10, 19, 16) })]
  const answers: Record<string, [string, string]> = {
    '/': ['text/html', page],
    '/page.js': ['text/javascript', await scriptOf('scrolling-page.tsx')],
    '/rows.json': ['application/json', JSON.stringify({ items })],
  }
  const types: Record<string, string> = { css: 'text/css', woff2: 'font/woff2' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    const known = answers[pathname]
    if (known) return void response.writeHead(200, { 'content-type': known[0] }).end(known[1])
    const name = pathname.replace('/_next/static/', '')
    const type = types[name.split('.').at(-1) ?? '']
    if (!type || name.includes('..')) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(statics, name)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

/** What one way through the list cost. `frames` are the milliseconds between two pictures. */
type Ride = { frames: number[]; longTasks: number }

async function ride(browser: Browser, url: string, rows: number, table: string): Promise<Ride> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('pageerror', (error) => console.error(`The page of ${table} threw: ${error.message}`))
  await page.goto(`${url}/?rows=${rows}&with=${table}`)
  await page.locator('#here a').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const result = await page.evaluate(async () => {
    const boxes = [...document.querySelectorAll<HTMLElement>('#here *')]
    const box = boxes.find((one) => one.scrollHeight > one.clientHeight + 1000)
    if (!box) throw new Error('Nothing scrolls.')
    let longTasks = 0
    new PerformanceObserver((list) => {
      longTasks += list.getEntries().length
    }).observe({ type: 'longtask' })
    const frames: number[] = []
    const steps = 400
    const end = box.scrollHeight - box.clientHeight
    let last = await new Promise<number>(requestAnimationFrame)
    for (let step = 1; step <= steps; step++) {
      box.scrollTop = (end * step) / steps
      const now = await new Promise<number>(requestAnimationFrame)
      frames.push(now - last)
      last = now
    }
    return { frames, longTasks }
  })
  await page.close()
  return result
}

const slow = (frames: readonly number[]) => frames.filter((millis) => millis > 20).length
const mean = (frames: readonly number[]) => frames.reduce((sum, millis) => sum + millis, 0) / frames.length

/** @yields a line for each count of rows and each table */
export async function* benchScrolling(folder: string, rounds: number): AsyncGenerator<string> {
  const served = await servePage(folder)
  const browser = await chromium.launch(chromiumOptions())
  try {
    for (const rows of [1_000, 100_000]) {
      const rides: Record<string, Ride> = {}
      for (let round = 0; round < rounds; round++)
        for (const table of round % 2 ? ['react-window', 'ours'] : ['ours', 'react-window']) {
          const { frames, longTasks } = await ride(browser, served.url, rows, table)
          const sum = rides[table] ?? { frames: [], longTasks: 0 }
          rides[table] = { frames: [...sum.frames, ...frames], longTasks: sum.longTasks + longTasks }
        }
      const other = rides['react-window']
      for (const [table, { frames, longTasks }] of Object.entries(rides)) {
        const against = other ? `  mean frame ${(mean(frames) / mean(other.frames)).toFixed(2)}x react-window` : ''
        yield `${rows.toLocaleString('en-US').padStart(7)} rows  ${table.padEnd(12)}  ${slow(frames)} of ${frames.length} frames over 20 ms, ${longTasks} long tasks, mean frame ${mean(frames).toFixed(1)} ms${table === 'ours' ? against : ''}`
      }
    }
  } finally {
    await browser.close()
    served.close()
  }
}
