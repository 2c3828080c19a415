'use client'
/** Which tour runs in this tab, and how far each visitor has come. A tour begins only when it is asked for. */
import { useSyncExternalStore } from 'react'
import { storedText, storeText } from '@/lib/browser/stored-text'
import { runningName, tourChanges } from './running-name'
import { type TourKey, tourKeyOf } from './tour-list'

/** `place` is the address at which the step can be done, once it is known; `skipped` are the steps that were passed over. */
export type TourProgress = { key: TourKey; step: number; place?: string; skipped: readonly number[] }

/** A world that starts over has other people, so what was done in it counts no more. */
const savedName = (person: string) => `mintdesk:tour:${person.split('@')[1] ?? person}`

/** Where this visitor stopped, if they have not finished. */
export function savedTour(person: string): TourProgress | undefined {
  const [key = '', steps = '', place] = storedText('localStorage', savedName(person)).split(' ')
  const known = tourKeyOf(key)
  const [step, ...skipped] = steps.split('').map(Number)
  return known && step !== undefined && /^\d+$/.test(steps) ? { key: known, step, place, skipped } : undefined
}

export function saveTour(person: string, { key, step, place, skipped }: TourProgress): void {
  storeText('localStorage', savedName(person), [key, [step, ...skipped].join(''), ...(place ? [place] : [])].join(' '))
  storeText('sessionStorage', runningName, key)
  tourChanges.send()
}

/** @param isFinished whether there is nothing left to resume */
export function endTour(person: string, isFinished: boolean): void {
  if (isFinished) storeText('localStorage', savedName(person), '')
  storeText('sessionStorage', runningName, '')
  tourChanges.send()
}

/** Begins a tour, or goes on where the visitor stopped. */
export function beginTour(person: string, key: TourKey): void {
  const saved = savedTour(person)
  saveTour(person, saved?.key === key ? saved : { key, step: 0, skipped: [] })
}

/** The key, the step and the place of the tour that runs here, as text: equal texts are equal tours. */
const runningText = (person: string) =>
  storedText('sessionStorage', runningName) === '' ? '' : storedText('localStorage', savedName(person))

export function useRunningTour(person: string): TourProgress | undefined {
  const text = useSyncExternalStore(
    tourChanges.listen,
    () => runningText(person),
    () => '',
  )
  return text === '' ? undefined : savedTour(person)
}
