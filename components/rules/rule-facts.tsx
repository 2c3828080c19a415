/** What the provider says of a rule, fact by fact. */
import { CircleCheck, CircleDashed, CircleOff, Clock, OctagonX } from 'lucide-react'
import { ShortId } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { DecodedRule } from '@/lib/api/reading'
import type { Names } from './rule-sentence'
import { ruleValuesOf } from './rule-values'

const looks: Record<string, StatusStyle> = {
  ACTIVE: { tone: 'ok', icon: CircleCheck, word: 'Active' },
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  REJECTED: { tone: 'bad', icon: OctagonX, word: 'Rejected', isLoud: true },
  DELETED: { tone: 'off', icon: CircleOff, word: 'Deleted' },
}

/** How a rule's status looks; one that is not known stays as it came. */
export const ruleStatusStyle = (status: string): StatusStyle =>
  (Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { tone: 'off', icon: CircleDashed, word: status }

/** A rule's status is no field of the spec; it was seen in the rule and beside it (service-facts, "Reading"). */
export const statusOf = ({ other }: DecodedRule) => (typeof other.status === 'string' ? other.status : undefined)

const idOf = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />

/** The rule as the provider keeps it; fields that the spec does not list under their own names. */
export function ruleFacts(seen: DecodedRule, names: Names): Fact[] {
  const { known, other, missing } = seen
  const { source, destination, source_kind, destination_kind } = ruleValuesOf(known)
  const status = statusOf(seen)
  const rest = Object.entries(other).filter(([name]) => name !== 'status')
  const some: Fact[] = [
    ['Address id', source_kind === 'crypto' && idOf(source.crypto.address_id, 'address id')],
    ['Deposit instructions', idOf(source.fiat.deposit_instructions_id, 'deposit instructions id')],
    ['Account type', source.fiat.account_type],
    ['To address', destination_kind === 'crypto' && idOf(destination.crypto.address, 'destination address')],
    ['To fiat account', idOf(destination.fiat.fiat_account_id, 'fiat account id')],
    ['With memo', destination.fiat.memo],
    ['Identity', idOf(known.identity_id, 'identity id')],
    ['Account', idOf(known.account_id, 'account id')],
  ]
  return [
    ['Rule', idOf(known.id, 'rule id')],
    ...(status ? [['Status', <Status key="status" {...ruleStatusStyle(status)} />] as Fact] : []),
    ['Nickname', known.nickname],
    [
      'Profile',
      known.profile_id && (
        <>
          {Object.hasOwn(names, known.profile_id) && `${names[known.profile_id]} `}
          <ShortId id={known.profile_id} what="profile id" />
        </>
      ),
    ],
    ...some.filter(([, value]) => value),
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ...(missing.length > 0 ? [['Missing', missing.join(', ')] as Fact] : []),
    ...rest.map(([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ]
}
