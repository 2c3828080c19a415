/**
 * Walks all pages in the engines that are named, against the built console and a sandbox of its own.
 * Usage: main.ts FOLDER chromium firefox webkit. Screenshots go to a folder for each engine.
 */
import { join, resolve } from 'node:path'
import { startDemo } from '../processes'
import { startChromium } from './chromium'
import { type Engine, MissingEngine } from './engine'
import { startFirefox } from './firefox'
import { pagesOf, walk } from './walk'
import { startWebKit } from './webkit'

const starts: Record<string, () => Promise<Engine>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
}
const [folder = '', ...names] = process.argv.slice(2)
const demo = await startDemo(1_500)
let isGood = true
try {
  const pages = await pagesOf(demo)
  for (const name of names) {
    const startedAt = Date.now()
    try {
      const engine = await starts[name]?.()
      if (!engine) throw new Error(`There is no engine ${name}`)
      try {
        const findings = await walk(engine, demo.console.url, pages, join(resolve(folder), name))
        isGood &&= findings.length === 0
        const seconds = Math.round((Date.now() - startedAt) / 1000)
        const outcome = findings.length === 0 ? 'no errors' : `${findings.length} findings`
        console.log(
          `${engine.version}: ${pages.length + 1} pages, ${seconds} s, ${outcome}. Pictures: ${join(folder, name)}`,
        )
        for (const finding of findings) console.log(`  ${finding}`)
      } finally {
        await engine.stop()
      }
    } catch (error) {
      isGood = false
      console.log(`${name}: ${error instanceof MissingEngine ? error.message : error}`)
    }
  }
} finally {
  await demo.stop()
}
process.exitCode = isGood ? 0 : 1
