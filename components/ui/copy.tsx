'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from './button'
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

type CopyProps = {
  text: string
  /** Names the copied thing for the button: "Copy transfer id". */
  what: string
  /** The key that copies it too. */
  shortcut?: string
}

/** A small button that copies a text as it is. */
export function CopyButton({ text, what, shortcut }: CopyProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <button
      type="button"
      className="copy -my-1 inline-flex size-6 items-center justify-center rounded-1 align-middle text-ink-3 hover:bg-pressed hover:text-ink data-done:text-ok"
      aria-label={`Copy ${what}`}
      aria-keyshortcuts={useShortcut(shortcut)}
      data-done={isDone || undefined}
      onClick={async () => setDone(await copyText(text))}
    >
      {isDone ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
    </button>
  )
}

/** Copies a text by a button that has words; `isPlain` sets it as a link among text. */
export function CopyAction({ text, word, isPlain }: { text: string; word: string; isPlain?: boolean }) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [isDone])
  const Icon = isDone ? Check : Copy
  return (
    <button
      type="button"
      className={isPlain ? linkButtonClass : buttonClass()}
      onClick={async () => setDone(await copyText(text))}
    >
      {!isPlain && <Icon className={isDone ? 'text-ok' : undefined} />}
      {isPlain && isDone ? 'Copied' : word}
    </button>
  )
}

/** A button that reads as a link; high enough for a finger. */
export const linkButtonClass =
  'inline-flex min-h-6 items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current print:hidden max-sm:min-h-10'

/** Cuts a long identifier in its middle; what would not get shorter stays whole. */
export function shorten(id: string, head: number): string {
  return id.length <= head + 7 ? id : `${id.slice(0, head)}…${id.slice(-4)}`
}

type ShortIdProps = { id: string; what?: string; head?: number; shortcut?: string }

/**
 * An identifier or hash: cut in the middle for the eye, whole in its title, for screen readers and when copied.
 * @param what     names it for the copy button ("transfer id"); without it there is none
 * @param shortcut the key that copies it too
 */
export function ShortId({ id, what, head = 8, shortcut }: ShortIdProps) {
  const short = shorten(id, head)
  return (
    <span className="whitespace-nowrap">
      <span className="font-mono text-sm text-ink-2" title={id}>
        {short === id ? (
          id
        ) : (
          <>
            <span aria-hidden>{short}</span>
            <span className="sr-only">{id}</span>
          </>
        )}
      </span>
      {what && <CopyButton text={id} what={what} shortcut={shortcut} />}
    </span>
  )
}
