'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcer'
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
