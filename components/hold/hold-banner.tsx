'use client'
import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { Link } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { LiveRegion, Note } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { holdRoles } from '@/lib/api/console/hold-terms'
import { activityReaders } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { millisOf } from '@/lib/browser/clock'
import { holdSummaryQuery } from '@/lib/browser/holds'
import { useHold } from './hold-notes'

/** Milliseconds after which a page of a held copy asks whether it was released. */
const interval = 15_000

/** On every page while the copy is held, and asks whether it still is. */
export default function HoldBanner({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const [hold, setHold] = useHold()
  const { data } = useQuery({ ...holdSummaryQuery(environment), retry: false, refetchInterval: interval })
  useEffect(() => {
    if (data) setHold(data)
  }, [data, setHold])
  const path = usePathname()
  const has = (some: readonly Role[]) => roles.some((role) => some.includes(role))
  const href = `/${environment}/activity/restore`
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
