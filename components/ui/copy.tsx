'use client'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { shorten } from '@/lib/browser/identifiers'
import { buttonClass } from './button'
import { copyCells } from './copied-cells'
import { announce } from './focus'
import { useShortcut } from './preferences'

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
