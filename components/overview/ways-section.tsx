'use client'
import { useRouter } from 'next/navigation'
import { plannedRow } from '@/components/money/movement-rows'
import { waitingStyle } from '@/components/money/plan-texts'
import type { Zone } from '@/components/records/overdue'
import { kindText, moneyText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Amount, placesOf } from '@/components/ui/amount'
import { useRowLinks } from '@/components/ui/row-links'
import { Section } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { durationText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import type { WaitingPlan } from '@/lib/features/money/interface'
import { isWired } from '@/lib/features/money/lateness'
import { By, cardClass, cell, headClass, tableClass } from './attention-section'
import type { Station, Way } from './ways'

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

/** Pending transfers, each with where it is now. */
export function WaysSection({ plans, ways, count, isPartial, path, now }: WaysProps) {
  const router = useRouter()
  const rowLinks = useRowLinks((href) => router.push(href))
  const { zone, name, isRelative } = useZone()
  const planned = plans.slice(0, shownPlans)
  const shown = ways.slice(0, shownWays - planned.length)
  const places = placesOf([
    ...planned.map(({ amount }) => amount),
    ...shown.map(({ transfer }) => transfer.known.amount),
  ])
  const counts = [
    plans.length > 0 && `${countText(plans.length, 'plan')} without money yet`,
    count > 0 && countText(count, 'transfer'),
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
      {shown.length + planned.length === 0 ? (
        <p className="pt-3">{isPartial ? 'No transfer that was read is pending.' : 'No transfer is pending.'}</p>
      ) : (
        <table aria-label="Money on its way" {...rowLinks} className={tableClass}>
          <thead className={headClass}>
            <tr>
              <th scope="col">Transfer</th>
              <th scope="col" className="text-right">
                Amount
              </th>
              <th scope="col">Asset</th>
              <th scope="col" className="max-lg:hidden">
                Created to arrived
              </th>
              <th scope="col">Now</th>
              <th scope="col" className="text-right max-lg:hidden">
                Time so far
              </th>
              <th scope="col" className="text-right">
                Expected
              </th>
            </tr>
          </thead>
          <tbody className="block sm:table-row-group" style={{ '--places': places } as React.CSSProperties}>
            {planned.map((plan) => (
              <PlannedRow key={plan.id} {...{ plan, path, now }} zone={{ zone, name }} />
            ))}
            {shown.map(({ transfer, stations, now: place, waitsFor, pendingFor, left }, index) => {
              const { id, amount, asset, direction } = transfer.known
              const href = id && `${path}/money/${encodeURIComponent(id)}`
              const isDebit = direction === 'DEBIT'
              return (
                <tr key={id ?? index} data-href={href} className={cardClass}>
                  <td className={`${cell} max-sm:text-md max-sm:font-label`}>
                    <a href={href} className="hover:underline focus-visible:outline-transparent">
                      {kindText(transfer.known)}
                    </a>
                  </td>
                  <td className={`${cell} hidden text-right sm:table-cell`}>
                    {amount && <Amount text={amount} isDebit={isDebit} />}
                  </td>
                  <td className={`${cell} hidden text-ink-3 sm:table-cell`}>{asset}</td>
                  <td className={`${cell} order-3 col-span-2 hidden whitespace-nowrap lg:table-cell max-sm:block`}>
                    <Dots stations={stations} isWaiting={waitsFor !== 'no one'} />
                  </td>
                  <td className={`${cell} order-2 col-span-2 max-sm:text-ink-2`}>
                    {amount && <span className="sm:hidden">{moneyText(amount, asset, isDebit)}, </span>}
                    {place}
                    {waitsFor === 'you' && (
                      <>
                        : <b className="font-label">you act</b>
                      </>
                    )}
                  </td>
                  <td className={`${cell} hidden text-right whitespace-nowrap text-ink-2 lg:table-cell`}>
                    {pendingFor !== undefined && durationText(pendingFor)}
                  </td>
                  <td className={`${cell} order-1 text-right whitespace-nowrap`}>
                    {left !== undefined && (left < 0 || waitsFor === 'no one') ? (
                      <By {...{ left, now, isRelative, zone: { zone, name } }} />
                    ) : waitsFor === 'no one' ? (
                      <span className="text-ink-3">not known</span>
                    ) : (
                      <span className={`${toneClass.wait} text-tone`}>
                        after {waitsFor === 'you' ? 'you act' : 'that'}
                      </span>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** A plan whose money has not come. When it comes is up to the sender, but once it is late that is said. */
function PlannedRow({ plan, path, now, zone }: { plan: WaitingPlan; path: string; now: number; zone: Zone }) {
  const left = Date.parse(plan.due.at) - now
  const { id, name, in: money, started } = plannedRow(plan, now)
  const href = `${path}/money/${id}`
  const { label, tone, isLoud } = waitingStyle(plan, now, isWired(plan) ? 'the wire' : 'the money')
  return (
    <tr data-href={href} className={cardClass}>
      <td className={`${cell} max-sm:text-md max-sm:font-label`}>
        <a href={href} className="hover:underline focus-visible:outline-transparent">
          {name}
        </a>
      </td>
      <td className={`${cell} hidden text-right sm:table-cell`}>{money && <Amount text={money.amount} />}</td>
      <td className={`${cell} hidden text-ink-3 sm:table-cell`}>{money?.asset}</td>
      <td className={`${cell} order-3 col-span-2 hidden whitespace-nowrap lg:table-cell max-sm:block`}>
        <Dots stations={aheadOnly} isWaiting />
      </td>
      <td className={`${cell} order-2 col-span-2 max-sm:text-ink-2`}>
        {money && <span className="sm:hidden">{moneyText(money.amount, money.asset)}, </span>}
        <span className={isLoud ? `${toneClass[tone]} font-label text-tone` : undefined}>{label}</span>
      </td>
      <td className={`${cell} hidden text-right whitespace-nowrap text-ink-2 lg:table-cell`}>
        {started && durationText(Math.max(0, now - Date.parse(started)))}
      </td>
      <td className={`${cell} order-1 text-right whitespace-nowrap`}>
        {left < 0 ? <By {...{ left, now, zone }} /> : <span className={`${toneClass.wait} text-tone`}>after that</span>}
      </td>
    </tr>
  )
}

const aheadOnly: readonly Station[] = [
  { name: 'Arrives', state: 'now' },
  { name: 'Moved', state: 'ahead' },
]

/** A link at the end of a section's head. */
export const endLinkClass =
  'inline-flex min-h-11 items-center text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-0'

const dotClass: Record<Station['state'], string> = {
  done: 'size-[9px] border-[1.5px] border-ink-2 bg-ink-2',
  now: 'size-[11px] border-[3px] border-tone',
  ahead: 'size-[9px] border-[1.5px] border-hairline-strong',
}

/** The stations in one row; what they say is in words beside them. */
function Dots({ stations, isWaiting }: { stations: readonly Station[]; isWaiting: boolean }) {
  return (
    <span aria-hidden className={`inline-flex items-center ${toneClass[isWaiting ? 'wait' : 'busy']}`}>
      {stations.map(({ name, state }, index) => (
        <span key={name} className="inline-flex items-center">
          {index > 0 && (
            <span
              className={`mx-px w-5 border-t-[1.5px] ${state === 'ahead' ? 'border-hairline-strong' : 'border-ink-2'}`}
            />
          )}
          <i className={`flex-none rounded-full ${dotClass[state]}`} />
        </span>
      ))}
    </span>
  )
}
