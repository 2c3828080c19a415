'use client'
import { Route } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { replaceAddress } from '@/components/ui/address'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import type { Role } from '@/lib/provider/roles'
import { type DemoRights, tourKeyOf, tourNames, toursFor } from './tour-list'
import { beginTour, savedTour } from './tour-state'

type TourMenuProps = { person: string; roles: readonly Role[]; rights: DemoRights }

/** Opens the tours of a demo. `?tour=mint` in the address begins one, once: the address loses it. */
export function TourMenu({ person, roles, rights }: TourMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isHydrated = useHydrated()
  useEffect(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has('tour')) return
    const asked = tourKeyOf(url.searchParams.get('tour'))
    url.searchParams.delete('tour')
    replaceAddress(`${url.pathname}${url.search}`)
    if (asked) beginTour(person, asked)
  }, [person])
  const saved = isOpen ? savedTour(person)?.key : undefined
  return (
    <>
      <Button
        ref={anchor}
        kind="plain"
        disabled={!isHydrated}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Route />
        Things to try
      </Button>
      {isOpen && (
        <Popover label="Things to try" anchor={anchor} align="end" onClose={() => setOpen(false)}>
          <ul>
            {toursFor(roles, rights).map((key) => (
              <li key={key}>
                <button
                  type="button"
                  className="grid min-h-11 w-full rounded-2 px-2 py-1.5 text-left hover:bg-hover"
                  onClick={() => {
                    setOpen(false)
                    beginTour(person, key)
                  }}
                >
                  <span className="font-label">
                    {saved === key && 'Resume: '}
                    {tourNames[key].title}
                  </span>{' '}
                  <span className="text-sm text-ink-3">{tourNames[key].sentence}</span>
                </button>
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  )
}
