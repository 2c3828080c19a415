'use client'
/** What a wish will set in motion: its stations ahead, who else is needed, and what it should cost. */
import { CircleDashed, CircleDot, Landmark, Send, Workflow } from 'lucide-react'
import { type CSSProperties, useId } from 'react'
import { useFormStore } from '@/components/forms/form-store'
import { profileLabel } from '@/components/records/profile-names'
import type { KnownAccount } from '@/components/requests/known-accounts'
import { ruleNetworkLabel } from '@/components/rules/labels'
import type { RuleValues } from '@/components/rules/rule-values'
import { Amount, amountText, placesOf } from '@/components/ui/amount'
import { linkButtonClass } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { Time, useDelayed } from '@/components/ui/time'
import { durationText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { inSentence } from '@/lib/browser/labels'
import { compareDecimals } from '@/lib/domain/decimals'
import { withoutDoubt } from '@/lib/domain/normalize-input'
import { amountToSend, forecast, type StationAhead } from './outline'
import { Track, type TrackStop } from './track'
import type { KnownRule } from './wish'
import type { useLastLike } from './wish-reads'

type OutlineProps = {
  last: ReturnType<typeof useLastLike>
  /** Who asks. */
  name: string
  terms: RuleValues
  /** Undefined while none is entered that can be moved. */
  amount?: string
  /** Of several movements, which go the same way; '' while an amount is not known. */
  sum?: string
  rule?: KnownRule
  names: Readonly<Record<string, string>>
  accounts: readonly KnownAccount[]
}

/** What a payment must carry to run the rule. */
function markText({ source_kind }: RuleValues, rule: KnownRule | undefined): string {
  if (source_kind === 'profile') return 'Runs on what arrives next'
  const what = source_kind === 'fiat' ? 'Memo' : 'Deposit address'
  const known = rule && (source_kind === 'fiat' ? rule.route.memo : rule.route.source_address)
  return known ? `${what} ${shorten(known, 8)}` : `${what} is issued on request`
}

/** Where each station is, in words. */
function placeOf({ kind }: StationAhead, { terms, names, accounts }: OutlineProps): string | undefined {
  const own = profileLabel(terms.profile_id, names)
  const { profile, fiat, crypto } = terms.destination
  if (kind === 'in') return own && `to ${own}`
  if (kind === 'moved') return `to ${profileLabel(profile.profile_id, names) || 'a profile'}`
  if (kind !== 'out') return `${terms.source_asset} to ${terms.destination_asset} at 1.00`
  if (terms.destination_kind === 'crypto') return crypto.address ? `to ${shorten(crypto.address.trim(), 8)}` : undefined
  const account = accounts.find(({ value }) => value === fiat.fiat_account_id)
  return account && `to ${[account.label, account.code].filter(Boolean).join(', ')}`
}

const feeText = ({ fees }: StationAhead): string | undefined => {
  if (!fees) return undefined
  const taken = fees.filter(({ amount }) => compareDecimals(amount, '0') !== 0)
  if (taken.length === 0) return 'No fee last time'
  return `${taken.map(({ amount, asset }) => `${amountText(amount)} ${asset}`).join(', ')} last time`
}

const waits: Record<RuleValues['source_kind'], string> = {
  fiat: 'until the wire is sent',
  crypto: 'until it is deposited',
  profile: 'until it arrives',
}

export function WishOutline(props: OutlineProps) {
  const { name, terms, amount, sum, rule, last } = props
  const isSlow = useDelayed(last.isPending)
  const { compared } = last
  const stations = forecast(terms, amount, last.stations)
  const stops: TrackStop[] = [
    {
      key: 'request',
      state: 'now',
      tone: 'busy',
      icon: CircleDot,
      title: 'You request it',
      at: 'now',
      text: name,
      ...(amount !== undefined && { out: { amount, asset: terms.source_asset } }),
      proof: markText(terms, rule),
      gap: waits[terms.source_kind],
    },
    ...stations.map((station, at): TrackStop => {
      const gap = compared?.gaps[at]
      const place = placeOf(station, props)
      const fee = feeText(station)
      return {
        key: `${at} ${station.kind}`,
        state: 'ahead',
        tone: 'off',
        icon: CircleDashed,
        title: station.name,
        ...(place && { text: place }),
        ...(station.in && { in: station.in }),
        ...(station.fees && { fees: station.fees }),
        ...(station.out && { out: station.out }),
        ...(fee && { proof: fee }),
        ...(gap !== undefined && at < stations.length - 1 && { gap: `usually ${durationText(gap * 1000)}` }),
      }
    }),
  ]
  const title = useId()
  return (
    <>
      <section className="mt-7" aria-labelledby={title}>
        <header className="mb-3 flex flex-wrap items-baseline gap-x-3">
          <h2 id={title}>What will happen</h2>
          <span className="min-h-4 text-sm text-ink-3">
            {last.isPending ? (
              isSlow && 'Looking for earlier movements'
            ) : (
              <KnownFrom {...last} count={compared?.count} />
            )}
          </span>
        </header>
        <Track stops={stops} label="Stations ahead" />
      </section>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(240px,320px)] lg:gap-12">
        <div className="order-2 lg:order-1">
          <h2>Who else is needed</h2>
          <WhoElse {...props} />
        </div>
        <aside className="order-1 lg:order-2" aria-label="Cost">
          <h2>Cost</h2>
          {sum === undefined ? (
            <Cost
              stations={stations}
              amount={amount}
              to={terms.destination_asset}
              isKnown={last.stations !== undefined}
            />
          ) : (
            <>
              <p className="mt-2 flex justify-between gap-3 border-b border-ink-3 py-1 font-label">
                Sum of the lines, {terms.source_asset}{' '}
                {sum === '' ? <span className="text-ink-3">not known yet</span> : <Amount text={sum} isFree />}
              </p>
              <p className="mt-2 text-sm text-ink-3">The provider takes its fees from each movement.</p>
            </>
          )}
        </aside>
      </div>
    </>
  )
}

/** What times and fees are taken from; said once. */
function KnownFrom({ isFailed, at, count }: { isFailed: boolean; at?: string; count?: number }) {
  if (isFailed) return 'Earlier movements could not be read, so times and fees are not known'
  if (!at) return 'First of its kind: fees and times are shown after it'
  return (
    <>
      {count ? `times as on the last ${count} like it, ` : ''}fees as on the last one,{' '}
      <Time value={at} clock="provider" />
    </>
  )
}

/** Who must act besides the person who asks, and what no call of the provider's does. */
function WhoElse({ terms, rule }: OutlineProps) {
  const { source_kind, source_asset, source } = terms
  const texts = {
    fiat: {
      icon: Landmark,
      who: 'The sender',
      does: 'sends the wire with the memo',
      end: 'you get the instructions to forward',
      cannot: 'Send the wire at your bank.',
    },
    crypto: {
      icon: Send,
      who: `Whoever holds the ${source_asset}`,
      does: `sends it on ${ruleNetworkLabel(source.crypto.network) || 'the network'} to the deposit address`,
      end: rule ? 'the address is known' : 'you get the address to forward',
      cannot: 'It is sent from a wallet: the provider’s API cannot send from a balance.',
    },
    profile: {
      icon: Workflow,
      who: 'No one else',
      does: `the rule pays out all ${source_asset} that arrives in the profile from now on`,
      end: '',
      cannot: 'Money already in the profile is not touched; the provider’s API offers no balances.',
    },
  }
  const { icon: Icon, who, does, end, cannot } = texts[source_kind]
  return (
    <>
      <ul className="mt-1">
        <li className="flex min-h-8 flex-wrap items-baseline gap-x-3 border-b border-hairline py-1.5">
          <Icon className="self-center text-ink-3" />
          <span className="min-w-0 flex-1">
            <b className="font-label">{who}</b> {does}
          </span>
          <span className="text-ink-3">{end}</span>
        </li>
      </ul>
      <p className="mt-2 text-sm text-ink-3">{cannot}</p>
    </>
  )
}

/** `to` is the asset that arrives. */
type CostProps = { stations: readonly StationAhead[]; amount?: string; to: string; isKnown: boolean }

function Cost({ stations, amount, to, isKnown }: CostProps) {
  const { set } = useFormStore()
  const fees = stations.flatMap(({ name, fees: taken = [] }) => taken.map((fee) => ({ name, ...fee })))
  const total = stations.at(-1)?.out
  const exact = amountToSend(stations, amount)
  const rows = [
    ...(amount === undefined ? [] : [{ label: stations[0]?.name ?? '', text: amount, isFee: false }]),
    ...fees.map(({ name, amount: text }) => ({ label: `Fee, ${inSentence(name)}`, text, isFee: true })),
  ]
  const shown = [...rows.map(({ text }) => text), total?.amount]
  return (
    <>
      <table className="mt-2 w-full" style={{ '--places': placesOf(shown) } as CSSProperties}>
        <tbody>
          {rows.map(({ label, text, isFee }) => (
            <tr key={label}>
              <th scope="row" className="py-1 pr-3 text-left [font-weight:inherit]">
                {label}
              </th>
              <td className="py-1 text-right">
                <Amount text={text} isDebit={isFee && /[1-9]/.test(text)} isFree={text.length > 18} />
              </td>
            </tr>
          ))}
          <tr className="font-label [&>*]:border-t [&>*]:border-ink-3">
            <th scope="row" className="py-1 pr-3 text-left [font-weight:inherit]">
              Should arrive, {to}
            </th>
            <td className="py-1 text-right">
              {total ? (
                <Amount text={total.amount} isFree={total.amount.length > 18} />
              ) : (
                <span className="text-ink-3">not known yet</span>
              )}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2 text-sm text-ink-3">
        {isKnown
          ? 'Expected, not quoted: the provider sets the fee when the money arrives.'
          : 'The provider sets the fee when the money arrives.'}
        {exact && amount !== undefined && (
          <>
            {' '}
            To have exactly {amountText(amount)} arrive,{' '}
            <button
              type="button"
              className={linkButtonClass}
              onClick={() => {
                set('amount', amountText(withoutDoubt(exact)))
                announce(`Amount ${amountText(exact)}`)
              }}
            >
              send {amountText(exact)}
            </button>
            .
          </>
        )}
      </p>
    </>
  )
}
