import type { ReactNode } from 'react'

/** A field within a sentence: as high as its line, and as wide as what it holds. */
export const Blank = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span
    className={`inline-block max-w-full align-bottom py-1 leading-[20px] tracking-normal max-sm:w-full max-sm:[&_[aria-haspopup]]:text-lg max-sm:[&_[aria-haspopup]]:font-text sm:[&_:is(input,select,[aria-haspopup])]:text-xl sm:[&_:is(input,select,[aria-haspopup])]:font-label sm:[&_:is(input,select,[aria-haspopup])]:tracking-[-0.01em] [&_:is(input,select)]:[field-sizing:content] [&_p]:max-w-[320px] ${className}`}
  >
    {children}
  </span>
)

/** A sentence with blanks. */
export const sentenceClass = 'max-w-[860px] text-xl leading-[44px] tracking-[-0.01em]'
