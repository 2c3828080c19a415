// @ts-check
/** What a first visit downloads, by page: JavaScript in gzip kB, against budgets. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './set-up.mjs'

/**
 * In kB over what every page loads, the framework included. A page may become lighter; a heavier one fails the build. `late`:
 * the page needs one part of this name (components/ui/lazy-part.tsx) to be of use, and the heaviest of them counts.
 * @type {{kind: string, isOf: RegExp, kilobytes: number, late?: string}[]}
 */
const budgets = [
  { kind: 'a form', isOf: /\/(new|edit)\//, kilobytes: 115, late: 'The form' },
  { kind: 'a list', isOf: /\/(transfers|issuer-quotes|orders|fiat-accounts|rules)$/, kilobytes: 100 },
  { kind: 'a page', isOf: /^\/\[environment\]/, kilobytes: 105 },
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

/**
 * The chunks of each part that code loads when it is shown.
 * @param {string[]} chunks
 * @param {string} name the parts' name
 * @returns {string[][]}
 */
function latePartsIn(chunks, name) {
  const sources = chunks.map(sourceOf).filter((source) => source.includes(`"${name}"`))
  return sources.flatMap((source) =>
    [...source.matchAll(/\[("static\/chunks\/[^\]]+")\]\s*\.map/g)].map(([, list = '']) =>
      JSON.parse(`[${list}]`).map((/** @type {string} */ chunk) => `.next/${chunk}`),
    ),
  )
}

/** @returns {{route: string, kilobytes: number, budget?: (typeof budgets)[number]}[]} what each page loads of its own */
function pageWeights() {
  /** @type {{route: string, firstLoadChunkPaths: string[]}[]} */
  const routes = JSON.parse(sourceOf('.next/diagnostics/route-bundle-stats.json'))
  const pages = routes.map(({ route, firstLoadChunkPaths }) => ({ route, chunks: new Set(firstLoadChunkPaths) }))
  return pages.map(({ route, chunks }) => {
    const budget = budgets.find(({ isOf }) => isOf.test(route))
    const own = [...chunks].filter((chunk) => pages.some((page) => !page.chunks.has(chunk)))
    const parts = budget?.late ? latePartsIn(own, budget.late) : []
    if (budget?.late && parts.length === 0) throw new Error(`${route} has no part named "${budget.late}" to weigh.`)
    const late = parts.map((part) => kilobytesOf(new Set(part.filter((chunk) => !chunks.has(chunk)))))
    return { route, kilobytes: kilobytesOf(own) + Math.max(0, ...late), budget }
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
