'use client'
import { useState } from 'react'
import { Split, splitPart } from '@/components/ui/split'
import { type Theme, themeCookie, themes } from './theme'

const year = 31_536_000

function apply(theme: Theme): void {
  const isSystem = theme === 'system'
  if (isSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${themeCookie}=${isSystem ? '' : theme}; path=/; max-age=${isSystem ? 0 : year}; samesite=lax`
}

/** Light, dark or as the system has it; the server reads the cookie, so that no page flashes. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme)
  return (
    <Split name="Theme">
      {(Object.keys(themes) as Theme[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          className={splitPart(name === chosen)}
          onClick={() => {
            apply(name)
            setChosen(name)
          }}
        >
          {themes[name]}
        </button>
      ))}
    </Split>
  )
}
