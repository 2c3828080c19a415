'use client'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { moneyText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { callConsole } from '@/lib/browser/operation'
import type { Candidate } from '@/lib/features/money/interface'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import { PlanLinks } from './plan-links'

type CandidatesProps = {
  environment: Environment
  plan: string
  candidates: readonly Candidate[]
  mayWrite: boolean
  onJoined: () => void
}

/** Why it may be the plan's. */
function Reason({ environment, candidate: { by, plans } }: { environment: Environment; candidate: Candidate }) {
  if (by === 'memo') return 'nearly its memo'
  if (by === 'amount') return 'the same amount'
  return plans ? (
    <>
      by its rule; it also fits <PlanLinks environment={environment} plans={plans} />
    </>
  ) : (
    'by its rule, with another amount'
  )
}

/** Deposits that may be the plan's: only a person can say that one is, and their name is recorded. */
export function Candidates({ environment, plan, candidates, mayWrite, onJoined }: CandidatesProps) {
  const { start, isPending, problem } = useWrite({
    mutationFn: (other: string) =>
      callConsole(environment, moneyRows.joinMovement, { values: { id: plan }, body: { other } }),
    onSuccess: () => {
      announce('Deposit added to this movement')
      onJoined()
    },
  })
  if (candidates.length === 0) return null
  return (
    <Section title="It may be one of these deposits" more="nothing proves it: a person must say">
      <ul>
        {candidates.map((candidate) => {
          const { transfer, amount, asset, at, memo, by } = candidate
          return (
            <li key={transfer} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline py-1.5">
              <Link className="underline decoration-hairline-strong" href={`/${environment}/money/${transfer}`}>
                {moneyText(amount, asset)}
              </Link>
              <span className="text-ink-2">
                {memo && (
                  <>
                    Memo <span className="font-mono">{memo}</span>,{' '}
                  </>
                )}
                {!memo && by !== 'rule' && 'No memo, '}
                <Reason environment={environment} candidate={candidate} />
              </span>
              <Time value={at} clock="provider" withZone />
              {mayWrite && (
                <Button
                  size="small"
                  className="ml-auto"
                  aria-busy={isPending || undefined}
                  aria-label={`This is it: ${moneyText(amount, asset)}${memo ? `, memo ${memo}` : ''}`}
                  onClick={() => start(transfer)}
                >
                  This is it
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <WriteError problem={problem} className="mt-2" />
    </Section>
  )
}
