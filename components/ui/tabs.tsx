'use client'
import { type ReactNode, useId } from 'react'
import { chooseByKey } from './arrow-keys'

export type Tab<Name extends string> = { name: Name; word: string; count?: number }

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
  const id = useId()
  const choose = (at: number) => {
    const tab = tabs[at]
    if (tab) onChoose(tab.name)
  }
  const at = tabs.findIndex(({ name }) => name === chosen)
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => chooseByKey(event, 'horizontal', at, choose)}
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
            className="-mb-px inline-flex h-11 flex-none items-center gap-1.5 border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-env aria-selected:font-label aria-selected:text-ink sm:h-[34px] forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {word}
            {count !== undefined && <span className="font-text text-ink-3">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}
