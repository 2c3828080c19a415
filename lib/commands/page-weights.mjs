// @ts-check
/** What a first visit downloads, by page: JavaScript in gzip kB, against budgets. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './set-up.mjs'

/**
 * In kB over what every page loads, the framework included. A page may become lighter; a heavier one fails the build.
 * @type {{kind: string, isOf: RegExp, kilobytes: number}[]}
 */
const budgets = [
  { kind: 'a form', isOf: /\/(new|edit)(\/|$)/, kilobytes: 129 },
  { kind: 'a page', isOf: /^\/\[environment\]/, kilobytes: 112 },
]

/** @param {string} chunk */
const sourceOf = (chunk) => readFileSync(join(root, chunk), 'utf8')

/** @type {Map<string, number>} */
const sizes = new Map()
/** @param {string} chunk */
const sizeOf = (chunk) => {
  const size = sizes.get(chunk) ?? gzipSync(sourceOf(chunk), { level: 9 }).byteLength
  sizes.set(chunk, size)
  return size
}
/** @param {Iterable<string>} chunks */
const kilobytesOf = (chunks) => [...chunks].reduce((sum, chunk) => sum + sizeOf(chunk), 0) / 1000

/** @returns {{route: string, kilobytes: number, budget?: (typeof budgets)[number]}[]} what each page loads of its own */
function pageWeights() {
  /** @type {{route: string, firstLoadChunkPaths: string[]}[]} */
  const routes = JSON.parse(sourceOf('.next/diagnostics/route-bundle-stats.json'))
  const pages = routes.map(({ route, firstLoadChunkPaths }) => ({ route, chunks: new Set(firstLoadChunkPaths) }))
  return pages.map(({ route, chunks }) => {
    const budget = budgets.find(({ isOf }) => isOf.test(route))
    const own = [...chunks].filter((chunk) => pages.some((page) => !page.chunks.has(chunk)))
    return { route, kilobytes: kilobytesOf(own), budget }
  })
}

/** @returns {string[]} a sentence for each page that exceeds its budget */
export function heavyPages() {
  return pageWeights().flatMap(({ route, kilobytes, budget }) =>
    !budget || kilobytes <= budget.kilobytes
      ? []
      : `${route} loads ${kilobytes.toFixed(1)} kB of JavaScript of its own; ${budget.kind} may load ${budget.kilobytes} kB.`,
  )
}
