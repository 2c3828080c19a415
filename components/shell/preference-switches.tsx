'use client'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { preferenceNames, themes, times } from '@/components/ui/preference-labels'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'

const icons = { light: Sun, dark: Moon, system: SunMoon }
const labelOf = (theme: string) => Object.fromEntries(themes)[theme]

/** Light, dark or the system's theme; the server reads the cookie, so that no page flashes. */
export function ThemeSwitch() {
  const [theme, setTheme] = usePreference('theme')
  return <ToggleGroup label={preferenceNames.theme} options={themes} value={theme} onChange={setTheme} />
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
        aria-label={`Theme: ${labelOf(theme)}`}
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
  return <ToggleGroup label={preferenceNames.times} options={times} value={chosen} onChange={choose} />
}
