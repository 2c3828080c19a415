'use client'
import { useEffect, useState } from 'react'

/** Whether something has lasted for a while: bones come only after 150 ms, so that quick answers do not flicker. */
export function useLate(isOn: boolean, millis = 150): boolean {
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
