'use client'
import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/focus'
import type { Environment } from '@/lib/api/environments'
import { unknownWords, useUnknownCount, useWatchedUnknown } from './unknown-count'

/** Keeps the count of unknown outcomes fresh on every page, and says when there are more than before. */
export function UnknownWatch({ environment }: { environment: Environment }) {
  const { isSuccess } = useWatchedUnknown(environment, 15_000)
  const unknown = useUnknownCount(environment)
  const count = unknown?.count ?? 0
  const words = unknown && unknownWords(unknown)
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!isSuccess) return
    if (words && before.current !== undefined && count > before.current) announce(words)
    before.current = count
  }, [isSuccess, count, words])
  return null
}
