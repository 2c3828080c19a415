'use client'
import { useIsFetching } from '@tanstack/react-query'
import { Clock, WifiOff } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { slowMillis, useDelayed } from '@/components/ui/time'
import {
  type Connection,
  detectLostConnection,
  endNavigation,
  holdDocuments,
  onConnectionChange,
  readConnection,
} from '@/lib/browser/connection'
import { hrefOf } from '@/lib/browser/list-url'

const connected: Connection = { isLost: false }

/** A complete address as the router names its pages. */
function addressOf(href: string): string {
  const { pathname, searchParams } = new URL(href)
  return hrefOf(pathname, searchParams)
}

/**
 * One quiet line in the bar, on a phone above its tabs: the page that was asked for waits for the connection, or the page has been loading for five
 * seconds. Without a connection every way to another page waits, and is taken once Mintdesk answers.
 */
export function ConnectionLine() {
  const { isLost, navigation } = useSyncExternalStore(onConnectionChange, readConnection, () => connected)
  const shown = hrefOf(usePathname(), new URLSearchParams(useSearchParams()))
  useEffect(() => {
    const undo = [detectLostConnection(), holdDocuments()]
    return () => {
      for (const one of undo) one()
    }
  }, [])

  const isLeaving = navigation !== undefined && addressOf(navigation.href) !== shown
  // Reads with something on screen refresh it, and are told by its age.
  const reads = useIsFetching({ predicate: ({ state, meta }) => state.data === undefined && !meta?.isBackground })
  const isSlow = useDelayed(isLeaving || reads > 0, slowMillis)
  const isHeld = isLeaving && isLost
  const isShown = isHeld || isSlow
  return (
    <div role="status" className={`min-w-0 text-sm text-ink-2 ${isShown ? shownClass : ''}`}>
      <Arrival key={shown} />
      {isShown && (
        <>
          {isHeld ? <WifiOff className="flex-none" /> : <Clock className="flex-none" />}
          <span className="min-w-0">{isHeld ? heldText : isLeaving ? slowMoveText : slowReadText}</span>
          {isLeaving && <StayButton shown={shown} />}
        </>
      )}
    </div>
  )
}

const shownClass =
  'flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-15 max-sm:border-t max-sm:border-hairline-strong max-sm:bg-surface max-sm:px-4 max-sm:py-1.5'

/** Mounted anew with each address: what was asked for is there, or something else is. */
function Arrival() {
  useEffect(endNavigation, [])
  return null
}

const heldText = 'No connection to Mintdesk. The page you asked for opens when it is back.'
const slowMoveText = 'The page you asked for is still loading.'
const slowReadText = 'Still loading. Mintdesk or the provider is slow to answer.'

/** Gives up the step to another page. A step through the history has changed the address, so it cannot be given up. */
function StayButton({ shown }: { shown: string }) {
  const stay = () => {
    endNavigation()
    // Next drops the step that is under way.
    window.history.replaceState(null, '', shown)
  }
  if (addressOf(window.location.href) !== shown) return null
  return (
    <Button kind="plain" size="small" className="flex-none" onClick={stay}>
      Stay here
    </Button>
  )
}
