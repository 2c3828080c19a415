'use client'
import { profileLabel, useProfileNames } from '@/components/records/profile-names'
import { moneyText } from '@/components/records/transfer-labels'
import { Section } from '@/components/ui/section'
import { useTellRead } from '@/components/ui/time'
import { timeBy } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'
import { movementStops } from './movement-stops'
import { figures, moniesText, movementName } from './movement-texts'
import { Track } from './track'
import { FollowLink } from './transfer-track'
import { useMovement } from './use-movement'

type PlanProps = {
  environment: Environment
  /** The request for the rule. */
  intent: string
  /** Called once the plan is there, or cannot be read: what is below it waits for that. */
  onRead: () => void
}

/** What a rule that waits for approval was asked for: the money, its stations and what arrives. Nothing of one without a plan. */
export default function RulePlan({ environment, intent, onRead }: PlanProps) {
  const { movement, problem } = useMovement(environment, intent)
  useTellRead(movement !== undefined || problem !== undefined, onRead)
  const { names: profiles } = useProfileNames(environment)
  if (!movement?.plan) return null
  const { plan, requests = [] } = movement
  const { source, source_asset, destination_asset, profile_id } = plan.rule
  const { to } = figures(movement)
  const at = timeBy('provider', movement.at, environment)
  const hrefOf = (id: string) => `/${environment}/transfers/${encodeURIComponent(id)}`
  const later = source.fiat ? 'wire with its memo' : source.crypto ? 'deposit to its address' : `${source_asset} there`
  return (
    <Section
      title={movementName(movement)}
      more={`planned by ${plan.person}`}
      end={<FollowLink environment={environment} id={plan.id} />}
    >
      <p className="mt-2">
        {moneyText(plan.amount, source_asset)} into {destination_asset}, in{' '}
        {profileLabel(profile_id, profiles) || 'its profile'}.{to.length > 0 && ` ${moniesText(to)} should arrive.`} The
        rule stays in force: every later {later} runs it too.
      </p>
      <div className="mt-3">
        <Track
          stops={movementStops({ environment, movement, names: { profiles, requests }, at, hrefOf })}
          label="Stations of this movement"
        />
      </div>
    </Section>
  )
}
