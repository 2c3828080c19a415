import type { LucideIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Amount, placesOf } from '@/components/ui/amount'
import { type Tone, toneClass } from '@/components/ui/status'
import type { MovementRow } from '@/lib/features/money/interface'
import type { StationState } from '@/lib/features/money/plans'
import type { Money } from '@/lib/features/money/stations'

export type TrackStop = {
  key: string
  /** `now`: the money waits or moves here; `ahead`: what is expected, which the page says. */
  state: 'done' | 'now' | 'ahead' | 'failed' | 'unknown'
  tone: Tone
  icon: LucideIcon
  title: ReactNode
  at?: ReactNode
  text?: ReactNode
  in?: Money
  fees?: readonly Money[]
  out?: Money
  /** How it is known that the station belongs here. */
  proof?: ReactNode
  /** On the line to the next station: how long it took, or what it waits for. */
  gap?: ReactNode
  /** Whether the page is about this station. */
  isCurrent?: boolean
}

/** So long an amount wraps instead of standing under the others. */
const longAmount = 18

/** The stations of a movement of money, each with what came in, what it cost and what went on. @param label names the list */
export function Track({ stops, label }: { stops: readonly TrackStop[]; label: string }) {
  return (
    <ol className="track" aria-label={label} style={{ '--stations': stops.length } as CSSProperties}>
      {stops.map(({ key, ...stop }) => (
        <Stop key={key} {...stop} />
      ))}
    </ol>
  )
}

function Stop({
  state,
  tone,
  icon: Icon,
  title,
  at,
  text,
  fees = [],
  proof,
  gap,
  isCurrent,
  ...money
}: Omit<TrackStop, 'key'>) {
  const shown = [money.in, ...fees, money.out].flatMap((one) => one?.amount ?? [])
  return (
    <li
      data-state={state}
      aria-current={isCurrent || undefined}
      className={toneClass[tone]}
      style={{ '--places': placesOf(shown) } as CSSProperties}
    >
      <div className="rail">
        <Icon />
        {gap && <span className="gap">{gap}</span>}
      </div>
      <div className="stop">
        <h3>{title}</h3>
        {at && <p className="at">{at}</p>}
        {text && <p>{text}</p>}
      </div>
      <dl>
        <Row name="In" values={money.in ? [money.in] : []} />
        <Row name="Fee" values={fees} isTaken className="fee" />
        <Row name="Out" values={money.out ? [money.out] : []} className="out" />
      </dl>
      <div className="proof">{proof}</div>
    </li>
  )
}

type RowProps = { name: string; values: readonly Money[]; isTaken?: boolean; className?: string }

function Row({ name, values, isTaken = false, className }: RowProps) {
  return (
    <div className={className} data-empty={values.length === 0 || undefined}>
      <dt>{name}</dt>
      {values.length === 0 && <dd />}
      {values.map(({ amount, asset }) => (
        <dd key={`${amount} ${asset}`}>
          {/* A fee of zero has no sign. */}
          <Amount text={amount} isDebit={isTaken && /[1-9]/.test(amount)} isFree={amount.length > longAmount} />
          <span className="asset">{asset}</span>
        </dd>
      ))}
    </div>
  )
}

const tones = { moving: 'busy', waiting: 'wait', failed: 'bad', unknown: 'unknown' } as const satisfies Record<
  Exclude<StationState, 'done'>,
  string
>

/** As many dots as the column has room for, and as it shows of a longer track, before how many more there are. */
const [mostDots, dotsOfMore] = [12, 10]

type Stations = Pick<MovementRow, 'stops' | 'ahead'>

export const dotsOf = ({ stops, ahead = [] }: Stations) => stops.length + ahead.length

/** The track of a movement in one line: a dot for each station, and nothing if there is only one. */
export function TrackDots({ stops, ahead = [] }: Stations) {
  if (dotsOf({ stops, ahead }) < 2) return null
  const dots = [
    ...stops.map(({ key, state }) => (
      <i key={key} className={state === 'done' ? 'done' : `now ${toneClass[tones[state]]}`} />
    )),
    ...ahead.map((kind, at) => <i key={`ahead ${kind} ${String(at)}`} />),
  ]
  const hasMore = dots.length > mostDots
  return (
    <span className="dots" aria-hidden style={{ '--marks': Math.min(dots.length, mostDots) } as CSSProperties}>
      {hasMore ? dots.slice(0, dotsOfMore) : dots}
      {hasMore && <span className="pl-0.5 text-xs text-ink-3">+{dots.length - dotsOfMore}</span>}
    </span>
  )
}
