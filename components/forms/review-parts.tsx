import { CircleDashed } from 'lucide-react'
import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import type { Review } from './description'

/** The one figure of a review: what it is about. */
export function Figure({ text, asset }: NonNullable<Review['amount']>) {
  return (
    <p className="mb-1 text-2xl font-title tracking-[-0.02em] [overflow-wrap:anywhere] max-sm:text-[26px]">
      <Amount text={text} isFree /> <span className="text-lg font-text tracking-normal text-ink-3">{asset}</span>
    </p>
  )
}

type FactLineProps = {
  name: string
  /** Where it is changed. */
  change?: string
  onChange: (event: MouseEvent) => void
  children: ReactNode
}

/** What a line of the review holds, and the way to change it. */
export function FactLine({ name, change, onChange, children }: FactLineProps) {
  return (
    <>
      <span className="min-w-0 flex-1">{children ?? <span className="text-ink-3">none</span>}</span>
      {change && (
        <Link
          href={change}
          prefetch={false}
          onClick={onChange}
          className="flex-none text-sm text-ink-2 underline decoration-hairline-strong underline-offset-3"
        >
          Change<span className="sr-only"> {name.toLowerCase()}</span>
        </Link>
      )}
    </>
  )
}

/** What happens once the button is pressed. */
export function Next({ steps }: { steps: readonly string[] }) {
  return (
    <section className="mt-8">
      <h2>What happens next</h2>
      <ol className="mt-3">
        {steps.map((step) => (
          <li
            key={step}
            className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 pb-4 text-ink-2 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-dashed not-last:before:border-hairline-strong not-last:before:content-['']"
          >
            <CircleDashed className="mt-0.5 text-ink-3" />
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
