'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from './button'
import { copyText } from './copy-button'

/** Copies a text by a button that has words; `isPlain` sets it as a link among text. */
export function CopyAct({ text, word, isPlain }: { text: string; word: string; isPlain?: boolean }) {
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
      className={isPlain ? plainAct : buttonClass()}
      onClick={async () => setDone(await copyText(text))}
    >
      {!isPlain && <Icon className={isDone ? 'text-ok' : undefined} />}
      {isPlain && isDone ? 'Copied' : word}
    </button>
  )
}

/** A button that reads as a link; high enough for a finger. */
export const plainAct =
  'inline-flex min-h-6 items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current print:hidden max-sm:min-h-10'
