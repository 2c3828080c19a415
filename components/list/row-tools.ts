'use client'
/** The row that a list previews, in its URL (`x.peek`), and the rows that are selected. */
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { pushAddress, replaceAddress, useAddress } from '@/components/ui/address'
import { hrefOf, rowParams } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import { orderNames } from '@/lib/provider/list-rules'

const peekName = 'x.peek'

/** The address of a list without its preview, which changes with every step and must draw no row again. */
export function useListAddress() {
  const { path, search: whole } = useAddress()
  const all = new URLSearchParams(whole)
  const peeked = all.get(peekName) ?? undefined
  all.delete(peekName)
  const search = all.toString()
  const params = useMemo(() => new URLSearchParams(search), [search])
  return { path, search, params, peeked }
}
type ListAddress = ReturnType<typeof useListAddress>

export type PeekProps<Row> = {
  environment: Environment
  id: string
  /** The row as the list has it; undefined if it is not on this page. */
  row?: Row
  /** When the list was read, ms since 1970. */
  at?: number
  /** False while the reader steps on: then nothing is read for this record. */
  isSettled: boolean
}

export type BarProps<Row> = Omit<Selection<Row>, 'anchor' | 'scope'> & {
  environment: Environment
  /** The loaded rows by their ids, as they were read last. */
  loaded: ReadonlyMap<string, Row>
  /** Selects or deselects all loaded rows. */
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with single rows of a list. Nothing is loaded before a row is previewed or selected. */
export type RowTools<Row> = {
  /** "transfer" */
  noun: string
  /** Names a row: "Crypto withdrawal 512f26ad…". */
  nameOf: (row: Row) => string
  /** The content of the preview, and what can be done with the selected rows. */
  Peek: ComponentType<PeekProps<Row>>
  Bar: ComponentType<BarProps<Row>>
}

/** Browsers limit how often an address may change, and a held arrow key passes many rows. */
const settleMillis = 200

/** The previewed record. Opening is a step in the history, so that Back closes it; moving is not. */
export function usePeek({ path, params, peeked }: ListAddress) {
  const [id, setId] = useState(peeked)
  const [read, setRead] = useState(peeked)
  if (read !== peeked) {
    setRead(peeked)
    setId(peeked)
  }
  const isOwnEntry = useRef(false)
  const show = (next: string | undefined, change = replaceAddress) => {
    const all = new URLSearchParams(params)
    if (next !== undefined) all.set(peekName, next)
    setId(next)
    setRead(next)
    change(hrefOf(path, all))
  }
  /** Writes the address at once, before another page is opened. */
  const settle = () => {
    if (id !== undefined && id !== peeked) show(id)
  }
  useEffect(() => {
    if (peeked === undefined) isOwnEntry.current = false
    const timer = setTimeout(settle, settleMillis)
    return () => clearTimeout(timer)
  })
  return {
    id,
    isSettled: id === peeked,
    settle,
    close: () => {
      setId(undefined)
      if (isOwnEntry.current) window.history.back()
      else show(undefined)
    },
    /** Shows another record in the open preview, or opens it. */
    move: (next: string, mayOpen: boolean) => {
      if (id !== undefined) return setId(next)
      if (!mayOpen) return
      isOwnEntry.current = true
      show(next, pushAddress)
    },
  }
}

/** Of a list's URL, what decides which rows it holds, in any order and on any page. */
function scopeOf({ path, params }: ListAddress): string {
  const scope = rowParams(params)
  for (const name of ['page_cursor', 'x.page', 'x.as_of', ...orderNames]) scope.delete(name)
  return hrefOf(path, scope)
}

type Selection<Row> = {
  scope: string
  /** The selected rows by their ids, as they were when they were selected. */
  selected: ReadonlyMap<string, Row>
  /** The row that was toggled last. */
  anchor?: string
  /** How many rows a change of the filters deselected. */
  cleared?: number
}

/**
 * The selected rows. They stay on other pages of the list and when rows are read again; another filter clears them, because
 * they may not match it.
 */
export function useSelection<Row>(
  address: ListAddress,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string | undefined,
) {
  const scope = scopeOf(address)
  const [selection, setSelection] = useState<Selection<Row>>({ scope, selected: new Map() })
  const { selected, anchor, cleared } = selection
  if (selection.scope !== scope) setSelection({ scope, selected: new Map(), cleared: selected.size })
  const loaded = useMemo(() => {
    const byId = new Map<string, Row>()
    for (const row of rows ?? []) byId.set(idOf(row) ?? '', row)
    byId.delete('')
    return byId
  }, [rows, idOf])
  return {
    selected,
    cleared,
    loaded,
    /** @param id of a row, or undefined for all loaded rows  @param isRange from the row that was toggled last to this one */
    toggle: (id?: string, isRange?: boolean) => {
      let ids = [...loaded.keys()]
      if (id !== undefined) {
        const to = ids.indexOf(id)
        const from = isRange && anchor !== undefined ? ids.indexOf(anchor) : -1
        ids = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      }
      const isOn = id === undefined ? ids.some((one) => !selected.has(one)) : !selected.has(id)
      const next = new Map(selected)
      for (const one of ids) {
        const row = loaded.get(one)
        if (!isOn) next.delete(one)
        else if (row !== undefined) next.set(one, row)
      }
      setSelection({ scope, selected: next, anchor: id })
    },
    clear: () => setSelection({ scope, selected: new Map() }),
  }
}
