'use client'
import { NamedProfile, useProfileNames } from '@/components/records/profile-names'
import { moneyText } from '@/components/records/transfer-labels'
import { destinationText, sourceText } from '@/components/requests/record-texts'
import { useFiatAccountNames } from '@/components/rules/labels'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { useTellRead } from '@/components/ui/time'
import { timeBy } from '@/lib/browser/clocks'
import type { Json } from '@/lib/domain/json'
import type { Environment } from '@/lib/provider/environments'
import { ruleRoute } from '@/lib/provider/record-names'
import type { LoadedMovement } from './movement-read'
import { useMovement } from './movement-read'
import { movementStops } from './movement-stops'
import { figures, moniesText } from './movement-texts'
import { Track } from './track'
import { FollowLink } from './transfer-track'

type PlanProps = {
  environment: Environment
  /** The request for the rule. */
  intent: string
  /** Called once the plan is there, or cannot be read: what is below it waits for that. */
  onRead: () => void
}

/** What should arrive, as far as fees are known; the provider sets them when the money comes. */
function expectedText(movement: LoadedMovement): string {
  const { to } = figures(movement)
  const { out } = movement.ahead?.at(-1) ?? {}
  if (to.length > 0) return `${moniesText(to)}, after the usual fees`
  return out ? `${moneyText(out.amount, out.asset)}, before fees` : 'not known before the money comes'
}

/** What a rule that waits for approval was asked for: the money, its stations and what arrives. Nothing of one without a plan. */
export default function RulePlan({ environment, intent, onRead }: PlanProps) {
  const { movement, problem } = useMovement(environment, intent)
  useTellRead(movement !== undefined || problem !== undefined, onRead)
  const { names: profiles } = useProfileNames(environment)
  const accounts = useFiatAccountNames(environment, movement?.plan?.rule.destination?.fiat !== undefined)
  if (!movement?.plan) return null
  const { plan, requests = [] } = movement
  const { source, source_asset, profile_id } = plan.rule
  const routed = ruleRoute(plan.rule as Json)
  const names = { profiles, accounts }
  const at = timeBy('provider', movement.at, environment)
  const hrefOf = (id: string) => `/${environment}/transfers/${encodeURIComponent(id)}`
  const later = source.fiat ? 'wire with its memo' : source.crypto ? 'deposit to its address' : `${source_asset} there`
  const facts: Fact[] = [
    ['From', sourceText(routed, names)],
    ['To', destinationText(routed, names)],
    ['Should arrive', expectedText(movement)],
    ['Profile', profile_id && <NamedProfile key="profile" environment={environment} id={profile_id} />],
  ]
  return (
    <Section
      title={plan.label || 'The movement'}
      more={`planned by ${plan.person}`}
      end={<FollowLink environment={environment} id={plan.id} />}
    >
      <Facts facts={facts.filter(([, value]) => value)} className="mt-1" />
      <p className="mt-2">This creates a standing rule. Every later {later} triggers it too, whatever its amount.</p>
      <div className="mt-3">
        <Track
          stops={movementStops({ environment, movement, names: { profiles, requests }, at, hrefOf })}
          label="Stations of this movement"
        />
      </div>
    </Section>
  )
}
