'use client'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'

const times = { utc: 'UTC', local: 'Local', relative: 'Relative' } as const

/** How every time on the page is said: in UTC, in this browser's zone, or as its age. */
export function TimesSwitch() {
  const [chosen, choose] = usePreference('times')
  return (
    <SegmentedControl name="Times in">
      {(Object.keys(times) as (keyof typeof times)[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          className={segmentClass(name === chosen)}
          onClick={() => choose(name)}
        >
          {times[name]}
        </button>
      ))}
    </SegmentedControl>
  )
}

/** A phone has no room for the switch in its bar: this says what is chosen and opens the sheet that holds it. */
export function TimesOnPhone({ sheet }: { sheet: string }) {
  const [chosen] = usePreference('times')
  return (
    <Button kind="plain" popoverTarget={sheet} aria-label={`Times in: ${times[chosen]}`} className="sm:hidden">
      {times[chosen]}
    </Button>
  )
}
