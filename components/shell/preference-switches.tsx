'use client'
import { Moon, Sun, SunMoon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'
import { useTeamZone } from '@/components/ui/time'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { type PreferenceName, preferences } from '@/lib/browser/preferences'

const icons = { light: Sun, dark: Moon, system: SunMoon }

/** The options of a preference. The server reads them from cookies, so that no page flashes. */
export function PreferenceSwitch({ name }: { name: PreferenceName }) {
  const [chosen, choose] = usePreference(name)
  const { label, options } = preferences[name]
  const zone = useTeamZone()
  // The desk's zone takes the place of UTC.
  const shown = options.map(
    ([value, text]) => [value, value === 'utc' ? (zone.split('/').at(-1) ?? text) : text] as const,
  )
  return <ToggleGroup label={label} options={shown} value={chosen} onChange={choose} />
}

/** The theme behind a button. The bar does not scroll, so the popover's place is known without measuring. */
export function ThemeButton() {
  const [theme] = usePreference('theme')
  const Icon = icons[theme]
  const label = preferences.theme.options.find(([value]) => value === theme)?.[1]
  return (
    <>
      <Button
        kind="plain"
        size="icon"
        popoverTarget="theme"
        aria-label={`Theme: ${label}`}
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
        <PreferenceSwitch name="theme" />
      </div>
    </>
  )
}
