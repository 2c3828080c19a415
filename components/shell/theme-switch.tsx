'use client'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'

const themes = { light: 'Light', dark: 'Dark', system: 'System' } as const
const icons = { light: Sun, dark: Moon, system: SunMoon } as const

/** Light, dark or as the system has it; the server reads the cookie, so that no page flashes. */
export function ThemeSwitch() {
  const [theme, setTheme] = usePreference('theme')
  return (
    <SegmentedControl name="Theme">
      {(Object.keys(themes) as (keyof typeof themes)[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === theme}
          className={segmentClass(name === theme)}
          onClick={() => setTheme(name)}
        >
          {themes[name]}
        </button>
      ))}
    </SegmentedControl>
  )
}

/** The same behind one button of the bar. The bar stands still, so that the place under it is known without measuring. */
export function ThemeButton() {
  const [theme] = usePreference('theme')
  const Icon = icons[theme]
  return (
    <>
      <Button
        kind="plain"
        size="icon"
        popoverTarget="theme"
        aria-label={`Theme: ${themes[theme]}`}
        title="Theme"
        className="max-sm:hidden"
      >
        <Icon />
      </Button>
      <div
        id="theme"
        popover="auto"
        className="fixed inset-auto top-[calc(var(--strip-height)+var(--bar-height)+4px)] right-6 m-0 rounded-3 bg-raised p-1.5 shadow-menu max-sm:hidden"
      >
        <ThemeSwitch />
      </div>
    </>
  )
}
