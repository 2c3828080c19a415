'use client'

import { useEffect, useState } from 'react'

/** The time now (ms since 1970), renewed every so often. */
export function useNow(everyMillis: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}

/** Whether something has lasted for a while: bones come only after 150 ms, so that quick answers do not flicker. */
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
