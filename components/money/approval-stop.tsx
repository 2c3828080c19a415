import { Ban, CircleCheck, Stamp } from 'lucide-react'
import { listText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Time } from '@/components/ui/time'
import { approvedBy, requirementsText } from '@/lib/api/approval'
import { capitalized, namesText } from '@/lib/browser/labels'
import type { MovementRequest } from '@/lib/features/money/interface'
import type { Environment } from '@/lib/provider/environments'
import { endTexts } from './plan-texts'
import type { TrackStop } from './track'

/** Where the rule of a plan waits for others, or what they decided. */
export function approvalStop(environment: Environment, rule: MovementRequest, now: number): TrackStop[] {
  const { approval } = rule
  if (!approval) return []
  const { state, requirements, approvers, expires_at } = approval
  const given = approvedBy(approval)
  const key = `approval ${rule.id}`
  const link = (
    <Link
      className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
      href={`/${environment}/approvals/${encodeURIComponent(rule.id)}`}
    >
      The request
    </Link>
  )
  if (state === 'approved')
    return [
      {
        state: 'done',
        tone: 'ok',
        icon: CircleCheck,
        key,
        title: 'Approved',
        text: `by ${listText(given.map(({ person }) => person))}`,
        at: given.at(-1) && <Time value={given.at(-1)?.at ?? ''} now={now} />,
        proof: link,
      },
    ]
  if (state !== 'waiting')
    return [
      {
        state: 'failed',
        tone: state === 'withdrawn' ? 'off' : 'bad',
        icon: Ban,
        key,
        title: capitalized(endTexts[state]),
        text: rule.reason,
        proof: link,
      },
    ]
  return [
    {
      state: 'now',
      tone: 'wait',
      icon: Stamp,
      key,
      title: 'Approval',
      at: (
        <>
          by <Time value={expires_at} now={now} withZone />
        </>
      ),
      text: [
        approvers.length > 0 ? namesText(approvers) : 'No one who may approve it has signed in yet',
        given.length > 0 && `approved by ${listText(given.map(({ person }) => person))}`,
      ]
        .filter(Boolean)
        .join('; '),
      proof: (
        <>
          {requirementsText(requirements)} {link}
        </>
      ),
    },
  ]
}
