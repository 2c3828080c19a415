'use client'
import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { use, useEffect } from 'react'
import { Link } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { LiveRegion, Note } from '@/components/ui/status'
import { Moment, useNow } from '@/components/ui/time'
import { activityReaders } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'
import { holdSummaryQuery } from '@/lib/features/hold/browser/holds'
import { holdRoles, reminderDays } from '@/lib/features/hold/hold-terms'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { HoldContext, useHold } from './hold-context'

export const holdPath = (environment: Environment) => `/${environment}/activity/restore`

/** Milliseconds after which a page of a held copy asks whether it was released. */
const interval = 15_000

type HoldBannerProps = { environment: Environment; roles: readonly Role[] }

/** On every page while the copy is held, and asks whether it still is. */
export function HoldBanner({ environment, roles }: HoldBannerProps) {
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

const day = 86_400_000

/** Before a write is sent: why it cannot be, or what may be missing here since a restore. */
export function HoldReminder() {
  const hold = useHold()
  const now = useNow(60_000, 'console')
  if (!hold) return null
  const { is_held, known_until, released_at } = hold
  if (is_held)
    return (
      <Note tone="wait" icon={DatabaseBackup} className="mt-5" title="This cannot be sent while Mintdesk is held.">
        Your draft is kept in this tab. Send it after an admin has released Mintdesk.
      </Note>
    )
  if (released_at === undefined || now - millisOf(released_at) > reminderDays * day) return null
  return (
    <Note tone="wait" icon={DatabaseBackup} className="mt-5" title="Check that this was not sent before.">
      Mintdesk was restored: requests between <Moment at={millisOf(known_until)} clock="console" /> and{' '}
      <Moment at={millisOf(released_at)} clock="console" /> may be missing here.
    </Note>
  )
}
