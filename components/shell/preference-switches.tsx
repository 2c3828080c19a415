'use client'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const
const icons = { light: Sun, dark: Moon, system: SunMoon }
const times = [
  ['utc', 'UTC'],
  ['local', 'Local'],
  ['relative', 'Relative'],
] as const
const labelOf = (options: typeof themes | typeof times, value: string) => Object.fromEntries(options)[value]

/** Light, dark or the system's theme; the server reads the cookie, so that no page flashes. */
export function ThemeSwitch() {
  const [theme, setTheme] = usePreference('theme')
  return <ToggleGroup label="Theme" options={themes} value={theme} onChange={setTheme} />
}

/** The theme behind a button. The bar does not scroll, so the popover's place is known without measuring. */
export function ThemeButton() {
  const [theme] = usePreference('theme')
  const Icon = icons[theme]
  return (
    <>
      <Button
        kind="plain"
        size="icon"
        popoverTarget="theme"
        aria-label={`Theme: ${labelOf(themes, theme)}`}
        title="Theme"
        className="max-sm:hidden"
      >
        <Icon />
      </Button>
      <div
        id="theme"
        popover="auto"
        className="fixed inset-auto top-[calc(var(--strip-height)+var(--bar-height)+4px)] right-6 m-0 rounded-3 bg-raised p-1.5 shadow-menu max-sm:hidden print:hidden forced-colors:border"
      >
        <ThemeSwitch />
      </div>
    </>
  )
}

/** Times in UTC, in the browser's zone, or as ages. */
export function TimesSwitch() {
  const [chosen, choose] = usePreference('times')
  return <ToggleGroup label="Times in" options={times} value={chosen} onChange={choose} />
}
