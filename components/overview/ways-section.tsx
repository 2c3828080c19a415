'use client'
import { useRouter } from 'next/navigation'
import { TrackDots } from '@/components/money/track'
import { moneyText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Amount, placesOf } from '@/components/ui/amount'
import { useRowLinks } from '@/components/ui/row-links'
import { Section } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { durationText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import type { WaitingPlan } from '@/lib/features/money/interface'
import { trackHref } from './attention'
import { By, cardClass, cell, Heads, tableClass } from './attention-section'
import { type Way, wayOfPlan } from './ways'

/** Rows on the first screen; the list has all. */
const shownWays = 4
const shownPlans = 2

type WaysProps = {
  /** Movements that were planned here and whose money has not come. */
  plans: readonly WaitingPlan[]
  /** The first of `count`. */
  ways: readonly Way[]
  count: number
  /** Whether transfers are still being read. */
  isPartial: boolean
  path: string
  /** By the provider's clock, ms since 1970. */
  now: number
}

/** Movements that are pending, each with where it is now. */
export function WaysSection({ plans, ways, count, isPartial, path, now }: WaysProps) {
  const router = useRouter()
  const rowLinks = useRowLinks((href) => router.push(href))
  const shown = [...plans.slice(0, shownPlans).map((plan) => wayOfPlan(plan, now)), ...ways].slice(0, shownWays)
  const counts = [
    plans.length > 0 && `${countText(plans.length, 'plan')} waiting for money`,
    count > 0 && countText(count, 'movement'),
  ]
  return (
    <Section
      title="Money on its way"
      more={counts.some(Boolean) ? `${counts.filter(Boolean).join(', ')}, yours first, then the next to arrive` : ''}
      end={
        <span className="flex flex-wrap gap-x-4">
          <Link className={endLinkClass} href={`${path}/money`}>
            All movements
          </Link>
          <Link className={endLinkClass} href={`${path}/transfers?statuses=PENDING`}>
            All pending
          </Link>
        </span>
      }
    >
      {shown.length === 0 ? (
        <p className="pt-3">{isPartial ? 'No transfer that was read is pending.' : 'No transfer is pending.'}</p>
      ) : (
        <table aria-label="Money on its way" {...rowLinks} className={tableClass}>
          <Heads
            names={['Movement', 'Amount', 'Asset', 'Track', 'Now', 'Time so far', 'Expected']}
            right={['Amount', 'Time so far', 'Expected']}
            hidden={['Track', 'Time so far']}
          />
          <tbody
            className="block sm:table-row-group"
            style={{ '--places': placesOf(shown.map(({ amount }) => amount)) } as React.CSSProperties}
          >
            {shown.map((way, index) => (
              <WayRow key={way.id ?? index} way={way} path={path} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function WayRow({ way, path, now }: { way: Way; path: string; now: number }) {
  const { zone, name: zoneName, isRelative } = useZone()
  const { id, name, amount, asset, isDebit, stops, ahead, tone, isMine, after, pendingFor, left } = way
  const href = id && trackHref(path, id)
  return (
    <tr data-href={href} className={cardClass}>
      <td className={`${cell} max-sm:text-md max-sm:font-label`}>
        <a href={href} className="hover:underline focus-visible:outline-transparent">
          {name}
        </a>
      </td>
      <td className={`${cell} hidden text-right sm:table-cell`}>
        {amount && <Amount text={amount} isDebit={isDebit} />}
      </td>
      <td className={`${cell} hidden text-ink-3 sm:table-cell`}>{asset}</td>
      <td className={`${cell} order-3 col-span-2 hidden whitespace-nowrap lg:table-cell max-sm:block`}>
        <TrackDots stops={stops} ahead={ahead} />
      </td>
      <td className={`${cell} order-2 col-span-2 max-sm:text-ink-2`}>
        {amount && <span className="sm:hidden">{moneyText(amount, asset, isDebit)}, </span>}
        <span className={tone && `${toneClass[tone]} font-label text-tone`}>{way.now}</span>
        {isMine && (
          <>
            : <b className="font-label">you act</b>
          </>
        )}
      </td>
      <td className={`${cell} hidden text-right whitespace-nowrap text-ink-2 lg:table-cell`}>
        {pendingFor !== undefined && durationText(pendingFor)}
      </td>
      <td className={`${cell} order-1 text-right whitespace-nowrap`}>
        {left !== undefined && (left < 0 || !after) ? (
          <By left={left} now={now} isRelative={isRelative} zone={{ zone, name: zoneName }} />
        ) : (
          <span className={after ? `${toneClass.wait} text-tone` : 'text-ink-3'}>{after ?? 'not known'}</span>
        )}
      </td>
    </tr>
  )
}

/** A link at the end of a section's head. */
export const endLinkClass =
  'inline-flex min-h-11 items-center text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-0'
