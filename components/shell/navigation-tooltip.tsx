'use client'
import { type ReactNode, type SyntheticEvent, useState } from 'react'

/**
 * The navigation at the side. Names the icon under the pointer or the focus, where it has icons only. The name stays while the pointer is
 * on it, and Esc hides it (WCAG 1.4.13). Screen readers have the name already.
 */
export function IconNavigation({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<{ text: string; top: number }>()
  const show = ({ target }: SyntheticEvent) => {
    const entry = (target as Element).closest<HTMLElement>('[data-tip]')
    if (!entry) return
    const { top, height } = entry.getBoundingClientRect()
    setTip({ text: entry.dataset.tip ?? '', top: top + height / 2 })
  }
  const hide = () => setTip(undefined)
  return (
    <nav
      aria-label="Main"
      className="row-span-2 hidden border-r border-hairline bg-sunken sm:block print:hidden"
      onPointerOver={show}
      onFocus={show}
      onPointerLeave={hide}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
      onScrollCapture={hide}
    >
      {children}
      {tip && (
        <span
          aria-hidden
          className="fixed left-13 z-(--z-menu) -translate-y-1/2 rounded-2 bg-raised px-2 py-1 whitespace-nowrap text-ink shadow-menu max-sm:hidden xl:hidden print:hidden forced-colors:border"
          style={{ top: tip.top }}
        >
          {tip.text}
        </span>
      )}
    </nav>
  )
}
