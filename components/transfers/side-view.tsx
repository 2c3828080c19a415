'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { isAccessLost } from '@/components/ui/problem'
import { Status } from '@/components/ui/status'
import type { ProblemError } from '@/lib/api/problem'
import type { LegState } from './legs'
import type { Role } from './reconciliation'
import { DirectionArrow, TypeLabel } from './transfer-row'
import { rowStatusStyle } from './transfer-status'
import { SumTable, SumWords } from './transfer-sum'

const roleWords: Record<Role, string> = {
  from: 'Source',
  this: 'This transfer',
  to: 'Destination',
  pair: 'Other side',
}

/** One side: what it is and its sum, or why it could not be read. */
export function SideView({ side: { id, role, transfer, error, onRetry }, href }: { side: LegState; href?: string }) {
  const known = transfer?.known
  const money = known?.amount !== undefined && (
    <b>
      <Amount text={known.amount} isFree /> <span className="font-text text-ink-3">{known.asset}</span>
    </b>
  )
  return (
    <section aria-label={roleWords[role]} className="grid min-w-0 content-start gap-1">
      <p className="text-sm text-ink-3">{roleWords[role]}</p>
      {transfer && (
        <>
          <p className="[overflow-wrap:anywhere]">
            {href ? (
              <Link prefetch={false} className="hover:underline" href={href}>
                {money || 'no amount'}
              </Link>
            ) : (
              money || <span className="text-ink-3">no amount</span>
            )}
          </p>
          <p>
            <DirectionArrow direction={known?.direction} /> <TypeLabel type={known?.type} />
          </p>
          <p>
            <Status {...rowStatusStyle(transfer)} />
          </p>
        </>
      )}
      <p>
        <ShortId id={id} what={role === 'this' ? 'transfer id' : `transfer id, ${roleWords[role].toLowerCase()}`} />
      </p>
      {transfer ? (
        <div className="mt-2">
          <SumTable transfer={transfer} />
          <SumWords transfer={transfer} isAlone={false} />
        </div>
      ) : error ? (
        <Failed error={error} words={failedWords(error)} onRetry={onRetry} />
      ) : (
        <SideBones />
      )}
    </section>
  )
}

function failedWords({ problem }: ProblemError): string {
  if (problem.status === 404) return 'The provider has no transfer with this ID.'
  return problem.status === 429
    ? 'The provider asked Mintdesk to wait before loading this side.'
    : 'This side could not be read.'
}

/** A read beside the page that failed: said in its place, with a way to try again. */
export function Failed({ error, words, onRetry }: { error: ProblemError; words: string; onRetry?: () => void }) {
  const { problem } = error
  return (
    <div className="grid justify-items-start gap-1">
      <p role="status">
        <TriangleAlert className="mr-1.5 size-[15px] text-wait" />
        {words} {problem.status !== 404 && <span className="text-ink-2">{problem.title}</span>}
      </p>
      {problem.request_id && (
        <p className="text-sm text-ink-3">
          Request id <ShortId id={problem.request_id} what="request id" head={32} />
        </p>
      )}
      {onRetry && !isAccessLost(error) && (
        <Button size="note" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** In the place of a side that is on its way. */
export function SideBones() {
  return (
    <div aria-hidden className="mt-1 grid gap-3 py-1">
      {[120, 150, 90].map((width) => (
        <span key={width} className="bone" style={{ width }} />
      ))}
    </div>
  )
}
