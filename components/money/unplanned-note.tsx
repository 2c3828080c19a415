import { Undo2 } from 'lucide-react'
import { moneyText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { countText } from '@/lib/browser/labels'
import { sumsByAsset } from '@/lib/features/money/balance'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import { moniesText, otherAmountText } from './movement-texts'
import { PlanLinks } from './plan-links'

type UnplannedProps = {
  environment: Environment
  movement: Pick<
    LoadedMovement,
    'unplanned' | 'plan' | 'stations' | 'candidates' | 'fits' | 'unrun' | 'returned' | 'returns'
  >
}

/** What was sent back of it, whose it is, where only a person has said so or must, and money that came by the same rule and belongs to no plan. */
export function UnplannedNote({ environment, movement }: UnplannedProps) {
  const { fits, unrun, returned = [], returns } = movement
  const link = (id: string, text: string) => (
    <Link
      className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
      href={`/${environment}/money/${encodeURIComponent(id)}`}
    >
      {text}
    </Link>
  )
  return (
    <>
      {returned.map(({ transfer, at, status, ...money }) => (
        <Note
          key={transfer}
          tone="wait"
          icon={Undo2}
          className="mt-5"
          title={`${moniesText([money])} ${status === 'COMPLETED' ? 'was sent back' : 'is being sent back'}.`}
        >
          <Time value={at} clock="provider" withZone />: {link(transfer, 'the return')} says in its memo that it returns
          this. Ask the other side why before you send it again.
        </Note>
      ))}
      {returns && (
        <Note tone="busy" icon={Undo2} className="mt-5" title="This sends money back.">
          Its memo says that it returns {link(returns, 'an earlier transfer')}.
        </Note>
      )}
      {fits && (
        <Note
          tone="wait"
          className="mt-5"
          title={`It fits ${fits.length > 1 ? `${fits.length} plans, and nothing proves whose it is` : 'a plan, which may be waiting for it'}.`}
        >
          Open the plan and say that this is its money: <PlanLinks environment={environment} plans={fits} />.
        </Note>
      )}
      {unrun && (
        <Note tone="wait" className="mt-5" title={`Joined by ${unrun.person}; no rule has run with it.`}>
          A rule runs only for money with its own memo, at its address or in its profile. This money stays in the
          profile that it came to.
        </Note>
      )}
      <Unplanned environment={environment} movement={movement} />
    </>
  )
}

function Unplanned({ environment, movement }: UnplannedProps) {
  const { plan, stations, candidates = [] } = movement
  const offered = new Set(candidates.map(({ transfer }) => transfer))
  const unplanned = (movement.unplanned ?? []).filter(({ transfer }) => !offered.has(transfer))
  const otherAmount = otherAmountText(movement)
  if (unplanned.length === 0)
    return otherAmount ? (
      <Note tone="wait" className="mt-5" title={otherAmount}>
        Ask the sender which amount is right. The rule uses what comes.
      </Note>
    ) : null
  const title =
    plan?.withdrawn && stations.length === 0
      ? `${countText(unplanned.length, 'payment')} came by its rule, and no plan explains ${unplanned.length > 1 ? 'them' : 'it'}: ${moniesText(sumsByAsset(unplanned))}.`
      : plan
        ? `${countText(unplanned.length, 'more payment')} came by the same rule, and no plan explains ${unplanned.length > 1 ? 'them' : 'it'}: ${moniesText(sumsByAsset(unplanned))}.`
        : `${countText(unplanned.length, 'other wire')} may be this one as well: ${moniesText(sumsByAsset(unplanned))}.`
  return (
    <Note tone="wait" className="mt-5">
      <p>
        <b>{title}</b> {otherAmount}
      </p>
      <p>
        {plan ? 'Ask the sender whether it was sent twice or with another amount.' : 'A test wire has no reference.'}{' '}
        {unplanned.map(({ transfer, amount, asset, at }) => (
          <span key={transfer} className="mr-3">
            <Link className="underline" href={`/${environment}/money/${encodeURIComponent(transfer)}`}>
              {moneyText(amount, asset)}
            </Link>
            , <Time value={at} clock="provider" withZone />
          </span>
        ))}
      </p>
    </Note>
  )
}
