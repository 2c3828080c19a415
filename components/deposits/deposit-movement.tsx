'use client'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMovement } from '@/components/money/movement-read'
import { movementState } from '@/components/money/movement-texts'
import { TransferTrack } from '@/components/money/transfer-track'
import { UnplannedNote } from '@/components/money/unplanned-note'
import { transfersAfterSending } from '@/components/requests/check-window'
import { Link } from '@/components/ui/address'
import { ButtonLink } from '@/components/ui/button-link'
import { linkButtonClass } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { useDelayed, useTellRead } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { countText } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'

/** `onRead` is called once the transfers are there, or cannot be read. */
export type OutcomeProps = { intent: IntentDetail; environment: Environment; onRead: () => void }

/** The movement of a deposit, or what is known while there is none. */
export default function DepositMovement({ intent, environment, onRead }: OutcomeProps) {
  const read = useMovement(environment, intent.id, { since: intent.sent_at ?? intent.created_at })
  const { movement, problem, isPending } = read
  const isRead = movement !== undefined || problem !== undefined
  const isSlow = useDelayed(isPending)
  useTellRead(isRead, onRead)
  const count = movement?.transfers.length ?? 0
  const said = movement && `${movementState(movement).label}: ${countText(count, 'transfer')}.`
  const before = useRef(said)
  useEffect(() => {
    if (said && before.current && before.current !== said) announce(said)
    before.current = said
  }, [said])
  const isUnknown = intent.state === 'unknown'
  const hrefOf = (id: string) => `/${environment}/transfers/${encodeURIComponent(id)}`
  return (
    <>
      {isSlow && <p className="text-ink-2">Loading the transfers since the wire was sent.</p>}
      {movement && count === 0 && (
        <Section title="Movement">
          <p className="mt-3 text-ink-2">
            {isUnknown ? 'No wire with its memo and amount so far.' : 'No transfer yet.'} It is looked for until ten
            minutes after it was sent.
          </p>
        </Section>
      )}
      {movement && isUnknown && count > 0 && (
        <Note tone="unknown" title="This may be the test wire.">
          It has the memo and amount of this test wire, but a wire carries no reference, so a match can't be confirmed.
        </Note>
      )}
      {movement && <UnplannedNote environment={environment} movement={movement} />}
      <TransferTrack environment={environment} read={read} hrefOf={hrefOf} id={intent.id} />
      {isUnknown && isRead && (
        <Note
          tone="wait"
          className="mt-5"
          title="Sending again makes another wire."
          actions={
            <ButtonLink size="small" href={`/${environment}/deposits/new?again=${intent.id}`}>
              <RotateCw />
              Send again
            </ButtonLink>
          }
        >
          {count > 0
            ? 'If the wire above is this one, there will be two.'
            : 'If the first one still arrives, there will be two.'}
        </Note>
      )}
      {isRead && (
        <p className="mt-3">
          <Link className={linkButtonClass} href={transfersAfterSending(environment, intent)}>
            All transfers of the hour after it was sent
          </Link>
        </p>
      )}
    </>
  )
}
