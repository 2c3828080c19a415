// @ts-check
/** What a first visit downloads, by page: JavaScript in gzip kB, against budgets. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './set-up.mjs'

/** In kB over what every page loads, the framework included. A page may become lighter; a heavier one fails the build. */
const budgets = [
  { kind: 'a form', isOf: /\/(new|edit)\//, kilobytes: 80 },
  { kind: 'a list', isOf: /\/(transfers|issuer-quotes|orders|fiat-accounts|rules)$/, kilobytes: 104 },
]

/** @returns {string[]} a sentence for each page that exceeds its budget */
export function heavyPages() {
  /** @type {{route: string, firstLoadChunkPaths: string[]}[]} */
  const routes = JSON.parse(readFileSync(join(root, '.next/diagnostics/route-bundle-stats.json'), 'utf8'))
  const pages = routes.map(({ route, firstLoadChunkPaths }) => ({ route, chunks: new Set(firstLoadChunkPaths) }))
  /** @type {Map<string, number>} */
  const sizes = new Map()
  /** @param {string} chunk */
  const sizeOf = (chunk) => {
    const size = sizes.get(chunk) ?? gzipSync(readFileSync(join(root, chunk)), { level: 9 }).byteLength
    sizes.set(chunk, size)
    return size
  }
  return pages.flatMap(({ route, chunks }) => {
    const budget = budgets.find(({ isOf }) => isOf.test(route))
    const own = [...chunks].filter((chunk) => pages.some((page) => !page.chunks.has(chunk)))
    const kilobytes = own.reduce((sum, chunk) => sum + sizeOf(chunk), 0) / 1000
    if (!budget || kilobytes <= budget.kilobytes) return []
    return [
      `${route} loads ${kilobytes.toFixed(1)} kB of JavaScript of its own; ${budget.kind} may load ${budget.kilobytes} kB.`,
    ]
  })
}
