'use client'
import { useSyncExternalStore } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { storedText } from '@/lib/browser/stored-text'
import { runningName, tourChanges } from './running-name'
import type { TourProps } from './tour-list'

/** Every page has this; what a tour needs is loaded where one runs. */
const Tour = lazyPart('The tour', () => import('./tour'))

/** Shows the tour that runs in this tab. */
export function TourHost(props: TourProps) {
  const running = useSyncExternalStore(
    tourChanges.listen,
    () => storedText('sessionStorage', runningName),
    () => '',
  )
  return running && <Tour key={running} {...props} renderLost={() => null} />
}
