'use client'

import { useEffect, useState } from 'react'

/** The current time (ms since 1970), updated at the given interval. */
export function useNow(everyMillis: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}

/** Whether `isOn` has been true for a while: skeletons wait 150 ms, so that fast responses do not flicker. */
export function useDelayed(isOn: boolean, millis = 150): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), millis)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, millis])
  return isOn && isLate
}
