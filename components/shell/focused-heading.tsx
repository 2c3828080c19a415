'use client'

const focus = (heading: HTMLElement | null) => heading?.focus()

/** The heading of a page that stands in for another: it takes the focus, and so is announced. */
export const FocusedHeading = ({ children }: { children: string }) => (
  <h1 ref={focus} tabIndex={-1}>
    {children}
  </h1>
)
