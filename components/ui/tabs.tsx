'use client'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export type Tab<Name extends string> = { name: Name; word: string; count?: number }

type TabsProps<Name extends string> = {
  /** What the tabs are of, for screen readers. */
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  /** What stands under the chosen tab. */
  children: ReactNode
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs by the pattern of WAI-ARIA: one stop for the Tab key, arrows choose among them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const to = moves[event.key]?.(at, tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChoose(tab.name)
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to ?? 0]?.focus()
  }
  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="mb-3 flex gap-5 overflow-x-auto border-b border-hairline print:hidden"
      >
        {tabs.map(({ name, word, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className="-mb-px inline-flex h-[34px] flex-none items-center gap-1.5 border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-env aria-selected:font-label aria-selected:text-ink max-sm:h-11 forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {word}
            {count !== undefined && <span className="font-text text-ink-3">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
