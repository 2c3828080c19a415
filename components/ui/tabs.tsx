'use client'
import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

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

/** Tabs that open as the arrow keys reach them; only the chosen panel is rendered. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  return (
    <Radix.Root value={chosen} onValueChange={(next) => onChoose(next as Name)}>
      <Radix.List
        aria-label={label}
        className="mb-3 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-hairline print:hidden"
      >
        {tabs.map(({ name, label, count }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px inline-flex h-11 flex-none items-center gap-1.5 border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-env aria-selected:font-label aria-selected:text-ink sm:h-[34px] forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {label}
            {count !== undefined && <span className="font-text text-ink-3">{count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={chosen} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
