'use client'
/** Whether this console is a held copy. What says so is loaded only where there is, or was, a hold. */
import { type ReactNode, useState } from 'react'
import { SendingBlock } from '@/components/forms/sending-block'
import { lazyPart } from '@/components/ui/lazy-part'
import type { HoldSummary } from '@/lib/features/hold/interface'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { HoldContext } from './hold-context'

/** Tells the parts of a page whether the copy is held. The banner asks again, so that other pages need no code for it. */
export function HoldProvider({ initial, children }: { initial?: HoldSummary; children: ReactNode }) {
  const known = useState(initial)
  const [hold] = known
  return (
    <HoldContext value={known}>
      <SendingBlock
        value={{
          why: hold?.is_held ? 'Mintdesk is held, so nothing was sent.' : undefined,
          note: hold && <HoldReminder />,
        }}
      >
        {children}
      </SendingBlock>
    </HoldContext>
  )
}

const load = () => import('./hold-parts')

const HoldReminder = lazyPart<object>('The notice of the restore', async () => ({
  default: (await load()).HoldReminder,
}))
export const HoldBanner = lazyPart<{ environment: Environment; roles: readonly Role[] }>(
  'The notice of the hold',
  async () => ({ default: (await load()).HoldBanner }),
)
