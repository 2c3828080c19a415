'use client'
import { useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { shorten } from '@/lib/browser/identifiers'
import { clearRecentLookups, recentLookups } from '@/lib/features/lookup/browser/recent-lookups'
import type { Place } from './lookup-links'

/** Identifiers that were looked up on this device before; the server knows none. */
export function RecentLookups({ environment, person, onLookup }: Place & { onLookup: (text: string) => void }) {
  const [, setCleared] = useState(false)
  const isHydrated = useHydrated()
  const texts = isHydrated ? recentLookups({ environment, person }) : []
  if (texts.length === 0) return null
  return (
    <Section
      title="Recent look-ups"
      more="On this device, until you sign out"
      end={
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            clearRecentLookups({ environment, person })
            setCleared(true)
          }}
        >
          Clear
        </Button>
      }
    >
      <ul>
        {texts.map((text) => (
          <li key={text} className="border-b border-hairline">
            <a
              className="flex min-h-11 items-center font-mono text-sm wrap-anywhere hover:underline sm:min-h-(--row)"
              href={`/${environment}/lookup?${new URLSearchParams({ q: text })}`}
              title={text}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onLookup(text)
              }}
            >
              {shorten(text, 40)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
