'use client'
import { createContext, type ReactNode, use, useState } from 'react'
import type { HoldSummary } from '@/lib/api/console/holds'

type Known = readonly [HoldSummary | undefined, (hold: HoldSummary) => void]

const HoldContext = createContext<Known>([undefined, () => undefined])

/** Whether this console is a held copy, or was one; undefined if it never was. */
export const useHold = () => use(HoldContext)[0]

/** The same, with what tells the other parts of the page something newer. */
export const useKnownHold = () => use(HoldContext)

/** Tells the parts of a page whether the copy is held. The banner asks again, so that other pages need no code for it. */
export function HoldProvider({ initial, children }: { initial?: HoldSummary; children: ReactNode }) {
  const known = useState(initial)
  return <HoldContext value={known}>{children}</HoldContext>
}
