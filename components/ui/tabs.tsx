'use client'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

export type Tab<Name extends string> = { name: Name; label: string; count?: number }

type TabsProps<Name extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The chosen tab's panel. */
  children: ReactNode
}

/** Scrolls the row of tabs to the one that is open, where the row is wider than the screen. */
export const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * Tabs that open as the arrow keys reach them (APG, tabs with automatic activation); only the chosen panel is rendered.
 * Radix's tabs weigh 8 kB gzip.
 */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const at = tabs.findIndex(({ name }) => name === chosen)
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }
    const to = places[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    document.getElementById(`${id}${next.name}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="mb-3 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-hairline print:hidden"
      >
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            ref={name === chosen ? showTab : undefined}
            type="button"
            role="tab"
            id={`${id}${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={moveFocus}
            className="-mb-px inline-flex h-11 flex-none items-center gap-1.5 border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-env aria-selected:font-label aria-selected:text-ink sm:h-[34px] forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {label}
            {count !== undefined && <span className="font-text text-ink-3">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}
