'use client'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * What is wrong, above the form or list it is about; takes the focus when it appears.
 * @param focusKey a new value moves the focus here again, after a second failed try
 */
export function ErrorSummary({ focusKey, children }: { focusKey: unknown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is the reason to move the focus
  useEffect(() => box.current?.focus(), [focusKey])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-2 border-2 border-bad px-4 py-3 [&_li]:mt-1 [&_li>a]:font-label [&_li>a]:text-bad [&_li>a]:underline"
    >
      <h2 className="text-lg">There is a problem</h2>
      {children}
    </div>
  )
}
