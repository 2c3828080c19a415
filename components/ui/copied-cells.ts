'use client'
/** Copies several cells or facts as a table that a spreadsheet reads as text and numbers, and never runs. */
import { useEffect } from 'react'
import { copiedAmount } from './amount'

/** Cells of tables, and the names and values of facts. */
const cellTags = 'td, th, dt, dd'

/**
 * Texts that a spreadsheet takes for a formula, or for a quoted cell that may hold one; it may ignore what cannot be seen
 * before them (OWASP, "CSV Injection").
 */
const formula = /^[\p{C}\p{Z}]*[=+\-@"＝＋－＠]/u

/** @returns the text, after an apostrophe if a spreadsheet could run it */
export const guardedCell = (text: string) => (formula.test(text) ? `'${text}` : text)

/** Text of one amount, or of anything else. */
type Piece = { text: string; amount?: HTMLElement }
/** A cell, or a block outside of tables and facts. */
type Unit = { block: Element; isCell: boolean; pieces: Piece[]; lastLine?: Element }

/** The nearest ancestor that begins a line of its own. */
function lineOf(element: Element): Element {
  let line = element
  while (line.parentElement && /^(?:inline|contents)/.test(getComputedStyle(line).display)) line = line.parentElement
  return line
}

/** What is read aloud is copied: of a shortened id the whole one, which is hidden only from sight. */
const isCopied = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.closest('[aria-hidden="true"]') &&
  getComputedStyle(element).userSelect !== 'none'

/** The part of a text that a range selects. */
const selectedText = (text: Text, range: Range) =>
  text.data.slice(
    text === range.startContainer ? range.startOffset : 0,
    text === range.endContainer ? range.endOffset : undefined,
  )

/** The cells that a range selects, also empty ones, and the text between them, in the order of the page. */
function unitsIn(range: Range): Unit[] {
  const units: Unit[] = []
  const unitOf = (block: Element, isCell: boolean) => {
    const last = units.at(-1)
    if (last?.block === block) return last
    const unit: Unit = { block, isCell, pieces: [] }
    units.push(unit)
    return unit
  }
  const root = range.commonAncestorContainer
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!range.intersectsNode(node)) continue
    if (node instanceof Element) {
      if (node.matches(cellTags) && isCopied(node)) unitOf(node, true)
      continue
    }
    const element = node.parentElement
    const text = selectedText(node as Text, range)
    if (!element || text === '' || !isCopied(element)) continue
    const line = lineOf(element)
    const cell = element.closest(cellTags)
    if (!cell && text.trim() === '') continue
    const unit = unitOf(cell ?? line, cell !== null)
    const isNewLine = unit.lastLine !== undefined && unit.lastLine !== line
    unit.lastLine = line
    const amount = element.closest<HTMLElement>('[data-received]') ?? undefined
    const last = unit.pieces.at(-1)
    if (last && !isNewLine && last.amount === amount) last.text += text
    else unit.pieces.push({ text: isNewLine ? ` ${text}` : text, amount })
  }
  return units
}

/** An amount with its digits as received, and the sign that is shown: that of a debit is not received. */
function amountCell({ text, amount }: Piece): string {
  const { textContent: shown = '', dataset = {} } = amount ?? {}
  const { received = '' } = dataset
  const copied = copiedAmount(text, shown, received) ?? text.trim()
  if (copied !== received) return copied
  return `${shown.startsWith('−') ? '-' : ''}${received.replace('-', '')}`
}

/** Only a cell that holds one amount and nothing else is a number: "-5 +A1" is a formula. */
function cellText(pieces: readonly Piece[]): string {
  const [only, ...others] = pieces.filter(({ text }) => text.trim() !== '')
  if (only?.amount && others.length === 0) return amountCell(only)
  const text = pieces.map((piece) => piece.text).join('')
  return guardedCell(text.replace(/\s+/g, ' ').trim())
}

/**
 * What a range selects as rows of cells; a name and its value are a row, and so is a line of text outside of tables.
 * @returns undefined if it selects text in fewer than two cells, which is copied unchanged
 */
function selectedRows(range: Range): string[][] | undefined {
  const rows: string[][] = []
  let row: Element | undefined
  let filled = 0
  for (const { block, isCell, pieces } of unitsIn(range)) {
    const text = cellText(pieces)
    if (isCell && text !== '') filled += 1
    const next = isCell ? (block.closest('tr, dl') ?? block) : block
    if (rows.length === 0 || next !== row || block.tagName === 'DT') rows.push([])
    row = next
    rows.at(-1)?.push(text)
  }
  return filled < 2 ? undefined : rows.filter((cells) => cells.some((text) => text !== ''))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? '')

const tableOf = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('')}</table>`

function copyCells(event: ClipboardEvent): void {
  const selection = document.getSelection()
  // An amount copies itself; what is selected in a field is the field's.
  if (event.defaultPrevented || !event.clipboardData || !selection || selection.isCollapsed) return
  if (event.target instanceof Element && event.target.closest('input, textarea')) return
  const rows = selectedRows(selection.getRangeAt(0))
  if (!rows) return
  event.clipboardData.setData('text/plain', rows.map((cells) => cells.join('\t')).join('\n'))
  event.clipboardData.setData('text/html', tableOf(rows))
  event.preventDefault()
}

/** Guards what is copied from this page, whatever is selected. */
export function CellCopying() {
  useEffect(() => {
    // The window hears of it last, after the amounts.
    window.addEventListener('copy', copyCells)
    return () => window.removeEventListener('copy', copyCells)
  }, [])
  return null
}
