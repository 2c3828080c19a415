'use client'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { shorten } from '@/lib/browser/identifiers'
import { guardedCell, pastedTexts } from '@/lib/domain/guarded-cell'
import { copiedAmount } from './amount'
import { buttonClass } from './button'
import { announce } from './focus'
import { useShortcut } from './preferences'

/** Cells of tables, and the names and values of facts. */
const cellTags = 'td, th, dt, dd'

/** Text of one amount, or of anything else. */
type Piece = { text: string; amount?: HTMLElement }
/** A cell, or a block outside of tables and facts. */
type Unit = { block: Element; isCell: boolean; pieces: Piece[]; lastLine?: Element }
/** `hasWhole`: an id is among them that is shortened on screen. */
type Selected = { units: Unit[]; hasWhole: boolean }

/** The nearest ancestor that begins a line of its own. */
function lineOf(element: Element): Element {
  let line = element
  while (line.parentElement && /^(?:inline|contents)/.test(getComputedStyle(line).display)) line = line.parentElement
  return line
}

const isShown = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).userSelect !== 'none'

/** The part of a text that a range selects. */
const selectedText = (text: Text, range: Range) =>
  text.data.slice(
    text === range.startContainer ? range.startOffset : 0,
    text === range.endContainer ? range.endOffset : undefined,
  )

/** The cells that a range selects, also empty ones, and the text between them, in the order of the page. */
function unitsIn(range: Range): Selected {
  const units: Unit[] = []
  let whole: HTMLElement | undefined
  const unitOf = (block: Element, isCell: boolean) => {
    const last = units.at(-1)
    if (last?.block === block) return last
    const unit: Unit = { block, isCell, pieces: [] }
    units.push(unit)
    return unit
  }
  const { commonAncestorContainer: common } = range
  const root = (common instanceof Text && common.parentElement) || common
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!range.intersectsNode(node)) continue
    if (node instanceof Element) {
      if (node.matches(cellTags) && isShown(node)) unitOf(node, true)
      continue
    }
    const element = node.parentElement
    let text = selectedText(node as Text, range)
    if (!element || text === '' || !isShown(element)) continue
    const short = element.closest<HTMLElement>('[data-whole]')
    if (short) {
      // Its second text, for screen readers only, is the same id.
      if (short === whole) continue
      if (common !== node || text.includes('…')) {
        text = short.dataset.whole ?? ''
        whole = short
      }
    } else if (element.closest('[aria-hidden="true"]') && !element.closest('[data-received]')) continue
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
  return { units, hasWhole: whole !== undefined }
}

/** An amount with its digits as received, and the sign that is shown: that of a debit is not received. */
function amountCell({ text, amount }: Piece): string {
  const { textContent: shown = '', dataset = {} } = amount ?? {}
  const { received = '' } = dataset
  const copied = copiedAmount(text, shown, received) ?? text.trim()
  if (copied !== received) return copied
  return `${shown.startsWith('−') ? '-' : ''}${received.replace('-', '')}`
}

const lineText = ({ pieces }: Unit) =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** Only a cell that holds one amount and nothing else is a number: "-5 +A1" is a formula. */
function cellText(unit: Unit): string {
  const [only, ...others] = unit.pieces.filter(({ text }) => text.trim() !== '')
  return only?.amount && others.length === 0 ? amountCell(only) : guardedCell(lineText(unit))
}

/** Rows of cells; a name and its value are a row, and so is a line of text outside of tables. */
function rowsOf(units: readonly Unit[]): string[][] {
  const rows: string[][] = []
  let row: Element | undefined
  for (const unit of units) {
    const { block, isCell } = unit
    const next = isCell ? (block.closest('tr, dl') ?? block) : block
    if (rows.length === 0 || next !== row || block.tagName === 'DT') rows.push([])
    row = next
    rows.at(-1)?.push(cellText(unit))
  }
  return rows.filter((cells) => cells.some((text) => text !== ''))
}

/** Puts the selected cells on the clipboard as a guarded table; anything else is the browser's. */
export function copyCells(event: ClipboardEvent): void {
  const selection = document.getSelection()
  // An amount copies itself; what is selected in a field is the field's.
  if (event.defaultPrevented || !event.clipboardData || !selection || selection.isCollapsed) return
  if (event.target instanceof Element && event.target.closest('input, textarea')) return
  const { units, hasWhole } = unitsIn(selection.getRangeAt(0))
  const filled = units.filter((unit) => unit.isCell && lineText(unit) !== '')
  if (filled.length < 2) {
    // One text is copied by the browser, unchanged; only a shortened id would be copied as it looks.
    if (!hasWhole) return
    event.clipboardData.setData('text/plain', units.map(lineText).filter(Boolean).join('\n'))
  } else {
    for (const [type, text] of Object.entries(pastedTexts(rowsOf(units)))) event.clipboardData.setData(type, text)
  }
  event.preventDefault()
}

/** Copies a text. @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce('Copied')
    return true
  } catch {
    announce('This browser did not allow copying')
    return false
  }
}

/** Guards what is copied from this page: no cell that a spreadsheet gets runs as a formula. */
export function CellCopying() {
  useEffect(() => {
    // The window hears of it last, after the amounts.
    window.addEventListener('copy', copyCells)
    return () => window.removeEventListener('copy', copyCells)
  }, [])
  return null
}

/** How long a button says that it copied, ms. */
const doneMillis = 1500

/** A text, or what composes it when it is copied. */
type CopiedText = string | (() => string)

/** Copies a text, and reports for a moment that it was copied. */
function useCopy(text: CopiedText) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), doneMillis)
    return () => clearTimeout(timer)
  }, [isCopied])
  return {
    isCopied,
    Icon: isCopied ? Check : Copy,
    copy: async () => setCopied(await copyText(typeof text === 'string' ? text : text())),
  }
}

type CopyProps = {
  text: string
  /** Completes the button's name: "Copy transfer id". */
  what: string
  /** The key that also copies it. */
  shortcut?: string
  /** -1 in a table, which is one Tab stop. */
  tabIndex?: number
}

/** Copies, and marks the button as done for a moment. Lists have hundreds of these, so they keep no state in React. */
async function copyAndMark({ dataset }: HTMLButtonElement, text: string): Promise<void> {
  if (!(await copyText(text))) return
  dataset.done = ''
  setTimeout(() => delete dataset.done, doneMillis)
}

/** An icon button that copies a text unchanged. Its icon is in globals.css. */
export function CopyButton({ text, what, shortcut, tabIndex }: CopyProps) {
  return (
    <button
      type="button"
      className="copy -my-1 inline-flex size-6 items-center justify-center rounded-1 align-middle text-ink-3 hover:bg-pressed hover:text-ink data-done:text-ok print:hidden"
      aria-label={`Copy ${what}`}
      {...useShortcut(shortcut)}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => copyAndMark(currentTarget, text)}
    />
  )
}

type Shows = 'onPointerEnter' | 'onFocus' | 'onBlur' | 'aria-describedby'
type CopyActionProps = Pick<ComponentProps<'button'>, Shows> & {
  text: CopiedText
  label: string
  isPlain?: boolean
  kind?: 'primary'
  mayCopy?: (press: MouseEvent) => boolean
}

/** A labelled button that copies a text; `isPlain` renders it as a link within text. */
export function CopyAction({ text, label, isPlain, kind, mayCopy = () => true, ...more }: CopyActionProps) {
  const { isCopied, Icon, copy } = useCopy(text)
  return (
    <button
      type="button"
      {...more}
      className={isPlain ? linkButtonClass : buttonClass({ kind })}
      onClick={(press) => mayCopy(press) && copy()}
    >
      {!isPlain && <Icon className={isCopied && !kind ? 'text-ok' : undefined} />}
      {isPlain && isCopied ? 'Copied' : label}
    </button>
  )
}

/** Classes of a button that looks like a link. */
export const linkButtonClass =
  'inline-flex min-h-11 items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6 print:hidden'

type ShortIdProps = { id: string; what?: string; head?: number; shortcut?: string; tabIndex?: number }

/**
 * An identifier or hash, shortened on screen; its title, screen readers and copying have the whole.
 * @param what     completes the copy button's name ("transfer id"); without it there is no button
 * @param shortcut the key that also copies it
 */
export function ShortId({ id, what, head = 8, shortcut, tabIndex }: ShortIdProps) {
  const short = shorten(id, head)
  return (
    <span className="whitespace-nowrap">
      <span className="font-mono text-sm text-ink-2" title={id} data-whole={short === id ? undefined : id}>
        {short === id ? (
          id
        ) : (
          <>
            <span aria-hidden>{short}</span>
            <span className="sr-only">{id}</span>
          </>
        )}
      </span>
      {what && <CopyButton text={id} what={what} shortcut={shortcut} tabIndex={tabIndex} />}
    </span>
  )
}
