'use client'
import { transfersAfterSending } from '@/components/requests/check-window'
import { Link } from '@/components/ui/address'
import { lazyPart } from '@/components/ui/lazy-part'
import { Note } from '@/components/ui/status'
import { useTellRead } from '@/components/ui/time'
import { isObject } from '@/lib/domain/json'
import type { OutcomeProps } from './deposit-movement'

// What is below waits until it is read, so it moves nothing.
const DepositMovement = lazyPart('Its movement', () => import('./deposit-movement'))

/** Whether a request says what identifies a deposit, which has no reference: its amount and its memo. */
const isIdentified = (body: unknown) =>
  isObject(body) && typeof body.amount === 'string' && typeof body.memo_id === 'string'

/** The movement that a sandbox deposit began. If its outcome is unknown, its wire may have come all the same. */
export default function DepositOutcome(props: OutcomeProps) {
  const { intent, environment, onRead } = props
  const canSearch = isIdentified(intent.body)
  useTellRead(!canSearch, onRead)
  if (intent.state !== 'confirmed' && intent.state !== 'unknown') return null
  if (canSearch) return <DepositMovement {...props} />
  return (
    <Note tone="wait" title="The request can't be decrypted.">
      Without its memo and amount, its transfers can't be identified.{' '}
      <Link href={transfersAfterSending(environment, intent)}>Transfers of the hour after it was sent</Link>
    </Note>
  )
}
