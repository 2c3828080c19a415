'use client'
import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { SendingBlock } from '@/components/forms/sending-block'
import { Link } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { LiveRegion, Note } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { holdRoles } from '@/lib/api/console/hold-terms'
import type { HoldSummary } from '@/lib/api/console/holds'
import { activityReaders } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { millisOf } from '@/lib/browser/clock'
import { holdSummaryQuery } from '@/lib/browser/holds'

const HoldReminder = lazyPart('What a restore may have lost', () => import('./hold-reminder'))

type Known = readonly [HoldSummary | undefined, (hold: HoldSummary) => void]

const HoldContext = createContext<Known>([undefined, () => undefined])

/** Whether this console is a held copy, or was one; undefined if it never was. */
export const useHold = () => use(HoldContext)[0]

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

export const holdPath = (environment: Environment) => `/${environment}/activity/restore`

/** Milliseconds after which a page of a held copy asks whether it was released. */
const interval = 15_000

/** On every page while the copy is held, and asks whether it still is. */
export function HoldBanner({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const [hold, setHold] = use(HoldContext)
  const { data } = useQuery({ ...holdSummaryQuery(environment), retry: false, refetchInterval: interval })
  useEffect(() => {
    if (data) setHold(data)
  }, [data, setHold])
  const path = usePathname()
  const has = (some: readonly Role[]) => roles.some((role) => some.includes(role))
  const href = holdPath(environment)
  return (
    <LiveRegion>
      {hold?.is_held && (
        <Note
          tone="wait"
          icon={DatabaseBackup}
          className="mb-4"
          title="Mintdesk was restored and is held: nothing is sent."
          actions={
            path !== href &&
            has(activityReaders) && (
              <Link href={href} className={buttonClass({ size: 'small' })}>
                {has(holdRoles) ? 'Reconcile and release' : 'What may be missing'}
              </Link>
            )
          }
        >
          It may not know what was sent after <Moment at={millisOf(hold.known_until)} clock="console" />.
          {!has(holdRoles) && ' An admin releases it.'}
        </Note>
      )}
    </LiveRegion>
  )
}
