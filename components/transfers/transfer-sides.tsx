'use client'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import type { DecodedTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import type { LegState, Legs } from './legs'
import { type Reconciliation, type Role, reconcileConversion, reconcilePair } from './reconciliation'
import { Failed, SideBones, SideView } from './side-view'
import { checkSum } from './sum'
import { quietLink } from './transfer-facts'

type SidesProps = { sides: Legs; hrefOfTransfer: (id: string) => string; list: string }

/** Every side of the movement, as far as it was read, and whether they agree. */
export function TransferSides({
  sides: { sides, group, groupId, groupError, isGroupPending, onGroupRetry },
  hrefOfTransfer,
  list,
}: SidesProps) {
  const isConversion = sides.some(({ role }) => role === 'from' || role === 'to')
  const joint = jointOf(sides)
  const by = [isConversion && 'auto_conversion', groupId && 'group_id'].filter(Boolean).join(' and ')
  const read = sides.flatMap(({ transfer }) => transfer ?? [])
  const areSumsFine = read.length === sides.length && read.every((one) => checkSum(one).state === 'checks')
  const columns = sides.length > 2 ? 'grid-cols-3' : 'grid-cols-2'
  return (
    <Section
      title={sides.length > 2 ? 'All sides' : 'Both sides'}
      more={`joined by ${by}${joint && isAtPar(joint, read) ? ', at par' : ''}`}
    >
      <div className={`mt-3 grid gap-8 ${columns} max-lg:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-6`}>
        {sides.map((side) => (
          <SideView key={side.id} side={side} href={side.role === 'this' ? undefined : hrefOfTransfer(side.id)} />
        ))}
        {isGroupPending && sides.length < 2 && <SideBones />}
      </div>
      <div className="mt-4 grid gap-2">
        {joint && <JointWords joint={joint} areSumsFine={areSumsFine} />}
        {!joint && areSumsFine && (
          <Fine words={sides.length > 1 ? 'Amounts and fees add up.' : 'Amount and fee add up.'} />
        )}
        {groupError && (
          <Failed
            error={groupError}
            words="The other transfers of the group could not be read."
            onRetry={onGroupRetry}
          />
        )}
        {group && groupId && (
          <GroupWords group={group} isAlone={sides.length < 2}>
            <Link
              prefetch={false}
              className={quietLink}
              href={hrefOf(list, new URLSearchParams({ group_ids: groupId }))}
            >
              View group
            </Link>
          </GroupWords>
        )}
      </div>
    </Section>
  )
}

/** What the two ends say of each other; of one, or of three and more in a group, nothing is claimed. */
function jointOf(sides: readonly LegState[]): Reconciliation | undefined {
  const at = (role: Role) => sides.find((side) => side.role === role)
  const [from, to] = [at('from') ?? at('this'), at('to') ?? at('this')]
  if (at('from') || at('to')) return from?.transfer && to?.transfer && reconcileConversion(from.transfer, to.transfer)
  const [one, other, third] = sides
  return !third && one?.transfer && other?.transfer ? reconcilePair(one.transfer, other.transfer) : undefined
}

const isAtPar = ({ state }: Reconciliation, read: readonly DecodedTransfer[]) =>
  state === 'agrees' && new Set(read.map(({ known }) => known.asset)).size > 1

function Fine({ words }: { words: string }) {
  return (
    <p>
      <CircleCheck className="mr-1.5 size-[15px] text-ok" />
      {words}
    </p>
  )
}

function JointWords({ joint: { state, words }, areSumsFine }: { joint: Reconciliation; areSumsFine: boolean }) {
  if (state === 'agrees') {
    if (!areSumsFine) return <Fine words={words} />
    return <Fine words={/^\d/.test(words) ? `Both totals add up, and ${words}` : `${words} Both totals add up.`} />
  }
  const sums = areSumsFine ? ' Both totals add up.' : ''
  if (state === 'unknown')
    return (
      <p className="text-ink-2">
        <CircleDashed className="mr-1.5 size-[15px] text-ink-3" />
        {words}
        {sums}
      </p>
    )
  return (
    <Note tone="wait" icon={TriangleAlert}>
      <p>
        <b>{words}</b>
        {sums} Support must ask the provider which one is right.
      </p>
    </Note>
  )
}

function GroupWords({
  group,
  isAlone,
  children,
}: {
  group: NonNullable<Legs['group']>
  isAlone: boolean
  children: React.ReactNode
}) {
  const { members, strangers, hasMore } = group
  const count = `${members.length.toLocaleString('en-US')}${hasMore ? ' or more' : ''}`
  return (
    <p className="text-sm text-ink-3">
      {isAlone && 'The provider lists no other transfer in this group, so the other side is unknown. '}
      {(members.length > 2 || (hasMore && strangers === 0)) &&
        `The group has ${count} transfers; a debit and a credit were expected. `}
      {strangers > 0 &&
        `${strangers.toLocaleString('en-US')} ${strangers === 1 ? 'row' : 'rows'} of other groups ${strangers === 1 ? 'was' : 'were'} also returned and ${strangers === 1 ? 'is' : 'are'} not shown. `}
      {children}
    </p>
  )
}
