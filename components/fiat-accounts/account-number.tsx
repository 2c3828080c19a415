'use client'
import { useState } from 'react'
import { CopyButton, linkButtonClass } from '@/components/ui/copy'
import { endOfNumber } from '@/lib/api/account-numbers'
import { looksMasked } from '@/lib/browser/bank-checks'

/** An account number by its last four; the whole of it is shown and copied on demand. A masked one stays as it came. */
export function AccountNumber({ number }: { number: string }) {
  const [isShown, setShown] = useState(false)
  if (looksMasked(number)) return <span className="font-mono text-sm">{number}</span>
  return (
    <span>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{isShown ? number : endOfNumber(number)}</span>
      {isShown && <CopyButton text={number} what="account number" />}{' '}
      <button type="button" className={`${linkButtonClass} text-ink-2`} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'} <span className="sr-only">the whole account number</span>
      </button>
    </span>
  )
}
