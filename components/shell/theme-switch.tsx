'use client'
import { usePreference } from '@/components/ui/preferences'
import { Split, splitPart } from '@/components/ui/split'

const themes = { light: 'Light', dark: 'Dark', system: 'System' } as const

/** Light, dark or as the system has it; the server reads the cookie, so that no page flashes. */
export function ThemeSwitch() {
  const [theme, setTheme] = usePreference('theme')
  return (
    <Split name="Theme">
      {(Object.keys(themes) as (keyof typeof themes)[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === theme}
          className={splitPart(name === theme)}
          onClick={() => setTheme(name)}
        >
          {themes[name]}
        </button>
      ))}
    </Split>
  )
}
