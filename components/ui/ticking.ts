'use client'
import { useEffect, useState } from 'react'

/** The time now (ms since 1970), renewed every so often. */
export function useTicking(everyMillis: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}
