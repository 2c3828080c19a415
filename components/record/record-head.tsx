import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'

/** What stands above a figure, and says what it is of. */
export const kickerClass = 'text-md font-label tracking-normal text-ink-2'

type HeadProps = {
  /** The money, which is the title. */
  figure?: ReactNode
  /** Its status, which no other part of the page repeats. */
  status: ReactNode
  /** What can be done with it. */
  end?: ReactNode
}

/** The money that a record is about, what state it is in, and what can be done with it. */
export function RecordHead({ figure, status, end }: HeadProps) {
  return (
    <div className="mb-3 flex flex-col items-start gap-4 sm:flex-row sm:flex-wrap">
      <div className="min-w-0">
        {figure && (
          <p className="group flex flex-wrap items-baseline gap-x-3 text-[26px] leading-(--leading-2xl) font-title tracking-[-0.02em] [overflow-wrap:anywhere] sm:text-2xl">
            {figure}
          </p>
        )}
        <div className="mt-2">{status}</div>
      </div>
      {end && <div className="flex flex-none flex-wrap gap-2 sm:ml-auto lg:-mt-[22px]">{end}</div>}
    </div>
  )
}

type FigureProps = { amount: string; asset?: string; isDebit?: boolean; children?: ReactNode }

/** An amount of a figure with its asset. */
export const Figure = ({ amount, asset, isDebit, children }: FigureProps) => (
  <span>
    <Amount text={amount} isDebit={isDebit} isFree />{' '}
    <span className="text-lg font-text tracking-normal text-ink-3">{asset}</span>
    {children}
  </span>
)
