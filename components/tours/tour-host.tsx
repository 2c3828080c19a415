'use client'
import { useSyncExternalStore } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { storedText } from '@/lib/browser/stored-text'
import type { Environment } from '@/lib/provider/environments'
import { runningName, tourChanges } from './running-name'

/** Every page has this; what a tour needs is loaded where one runs. */
const Tour = lazyPart('The tour', () => import('./tour'))

/** Shows the tour that runs in this tab. */
export function TourHost(props: { environment: Environment; person: string }) {
  const running = useSyncExternalStore(
    tourChanges.listen,
    () => storedText('sessionStorage', runningName),
    () => '',
  )
  return running && <Tour key={running} {...props} renderLost={() => null} />
}
