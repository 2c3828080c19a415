import type { KeyboardEvent } from 'react'

type Move = (at: number, count: number) => number
const forward: Move = (at, count) => (at + 1) % count
const back: Move = (at, count) => (at + count - 1) % count

const horizontal: Readonly<Record<string, Move>> = {
  ArrowRight: forward,
  ArrowLeft: back,
  Home: () => 0,
  End: (_, count) => count - 1,
}
const both: Readonly<Record<string, Move>> = { ...horizontal, ArrowDown: forward, ArrowUp: back }

/**
 * Chooses and focuses the item that a key leads to in a row whose children are its items; the ends are connected.
 * @param at the chosen item
 */
export function chooseByKey(
  event: KeyboardEvent<HTMLElement>,
  axis: 'horizontal' | 'both',
  at: number,
  choose: (at: number) => void,
): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const { children } = event.currentTarget
  const next = (axis === 'both' ? both : horizontal)[event.key]?.(at, children.length)
  if (next === undefined) return
  event.preventDefault()
  choose(next)
  const item = children[next]
  if (item instanceof HTMLElement) item.focus()
}
