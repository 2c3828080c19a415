/** What the page of Reconcile does with a file, without drawing it; and beside it, the least that reading both sides takes. */
import { QueryClient } from '@tanstack/react-query'
import { askWaiting, holdLookup } from '@/components/lookup/lookup-query'
import { compared, lookupOfLines, readFile, readLines } from '@/components/lookup/reconcile-work'

declare global {
  interface Performance {
    /** Chromium's own. */
    readonly memory: { usedJSHeapSize: number }
  }
}

/** What something took. `heap` is the most at any turn in MB; `pieces` are the milliseconds between two turns. */
export type Taken = { millis: number; heap: number; pieces: { usual: number; longest: number } }

async function measured<Result>(work: () => Promise<Result>): Promise<{ result: Result; taken: Taken }> {
  const began = performance.now()
  let [heap, last, isOver] = [0, began, false]
  const pieces: number[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    pieces.push(performance.now() - last)
    heap = Math.max(heap, performance.memory.usedJSHeapSize / 1e6)
    // What looking takes belongs to no piece.
    last = performance.now()
    if (!isOver) port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
  const result = await work()
  isOver = true
  // Most turns are those that look while others have the thread.
  const worked = pieces.filter((millis) => millis > 1).sort((one, other) => one - other)
  const usual = worked[Math.floor(worked.length * 0.95)] ?? 0
  return { result, taken: { millis: performance.now() - began, heap, pieces: { usual, longest: worked.at(-1) ?? 0 } } }
}

const signal = new AbortController().signal
const onProgress = () => {}

/** Splits the lines, and parses the answers. */
async function least(): Promise<number> {
  const text = await (await fetch('/statement.csv')).text()
  const cells = text.split('\n').map((line) => line.split(';'))
  const answers: unknown[] = []
  for (let from = 1; from < cells.length - 1; from += 100) {
    const identifiers = cells.slice(from, from + 100).map(([, value]) => ({ kind: 'reference', value }))
    const body = JSON.stringify({ identifiers })
    answers.push(await (await fetch('/api/sandbox/lookup', { method: 'POST', body })).json())
  }
  return answers.length + cells.length
}

async function reconciled() {
  const file = new File([await (await fetch('/statement.csv')).blob()], 'statement.csv')
  const client = new QueryClient()
  const chosen = await measured(() => readFile(file, { signal, onProgress }))
  const { read, guessed } = chosen.result
  const columns = { reference: -1, ...guessed.columns }
  const lines = await measured(() => readLines(read, columns, {}, { signal, onProgress }))
  const identified = await measured(() => lookupOfLines('sandbox', lines.result.lines, { signal, onProgress }))
  const { lookup, answers } = identified.result
  holdLookup(client, lookup)
  const asked = await measured(() => askWaiting(client, lookup))
  const options = { period: [], isMinusCredit: false, signal, onProgress }
  const done = await measured(() => compared(lines.result.lines, asked.result.rows, answers, options))
  // Kept until all is measured, as by the page.
  Object.assign(globalThis, { kept: { read, lines, lookup, answers, done } })
  const matched = done.result.results.filter(({ outcome }) => outcome === 'matched').length
  const steps = {
    read: chosen.taken,
    lines: lines.taken,
    rows: identified.taken,
    asked: asked.taken,
    compared: done.taken,
  }
  return { steps, matched }
}

/** What other processes take of the thread. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 3_000))

Object.assign(globalThis, { reconciled, least: () => measured(least), idle: () => measured(idle) })
