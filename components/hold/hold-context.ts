'use client'
import { createContext, use } from 'react'
import type { HoldSummary } from '@/lib/features/hold/interface'

type Known = readonly [HoldSummary | undefined, (hold: HoldSummary) => void]

export const HoldContext = createContext<Known>([undefined, () => undefined])

/** Whether this console is a held copy, or was one; undefined if it never was. */
export const useHold = () => use(HoldContext)[0]
