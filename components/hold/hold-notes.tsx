'use client'
import { createContext, type ReactNode, use, useState } from 'react'
import { SendingBlock } from '@/components/forms/sending-block'
import { lazyPart } from '@/components/ui/lazy-part'
import type { HoldSummary } from '@/lib/api/console/holds'

const HoldReminder = lazyPart('What a restore may have lost', () => import('./hold-reminder'))

type Known = readonly [HoldSummary | undefined, (hold: HoldSummary) => void]

const HoldContext = createContext<Known>([undefined, () => undefined])

/** Whether this console is a held copy, or was one, undefined if it never was; and what notes a change of that. */
export const useHold = () => use(HoldContext)

/** Tells the parts of a page whether the copy is held. The banner asks again, so that other pages need no code for it. */
export function HoldProvider({ initial, children }: { initial?: HoldSummary; children: ReactNode }) {
  const known = useState(initial)
  const [hold] = known
  return (
    <HoldContext value={known}>
      <SendingBlock
        value={{
          why: hold?.is_held ? 'Mintdesk is held, so nothing was sent.' : undefined,
          note: hold && <HoldReminder hold={hold} />,
        }}
      >
        {children}
      </SendingBlock>
    </HoldContext>
  )
}
