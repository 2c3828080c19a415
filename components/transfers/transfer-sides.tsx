'use client'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { takesAway } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { ShortId } from '@/components/ui/short-id'
import { Status } from '@/components/ui/status'
import type { ProblemError } from '@/lib/api/problem'
import type { SeenTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { conversionJoint, type Joint, pairJoint, type Role } from './joint'
import type { Side, Sides } from './sides'
import { checkSum } from './sum'
import { quietLink } from './transfer-facts'
import { DirectionArrow, TypeWord } from './transfer-row'
import { rowStatusLook } from './transfer-status'
import { SumTable, SumWords } from './transfer-sum'

const roleWords: Record<Role, string> = {
  from: 'Came from',
  this: 'This transfer',
  to: 'Went to',
  pair: 'Other side',
}

type SidesProps = { sides: Sides; hrefOfTransfer: (id: string) => string; list: string }

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
        {!joint && areSumsFine && <Fine words={sides.length > 1 ? 'The sums check.' : 'The sum checks.'} />}
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
              The group as a list
            </Link>
          </GroupWords>
        )}
      </div>
    </Section>
  )
}

/** What the two ends say of each other; of one, or of three and more in a group, nothing is claimed. */
function jointOf(sides: readonly Side[]): Joint | undefined {
  const at = (role: Role) => sides.find((side) => side.role === role)
  const [from, to] = [at('from') ?? at('this'), at('to') ?? at('this')]
  if (at('from') || at('to')) return from?.transfer && to?.transfer && conversionJoint(from.transfer, to.transfer)
  const [one, other, third] = sides
  return !third && one?.transfer && other?.transfer ? pairJoint(one.transfer, other.transfer) : undefined
}

const isAtPar = ({ state }: Joint, read: readonly SeenTransfer[]) =>
  state === 'agrees' && new Set(read.map(({ known }) => known.asset)).size > 1

function Fine({ words }: { words: string }) {
  return (
    <p>
      <CircleCheck className="mr-1.5 size-[15px] text-ok" />
      {words}
    </p>
  )
}

function JointWords({ joint: { state, words }, areSumsFine }: { joint: Joint; areSumsFine: boolean }) {
  if (state === 'agrees') {
    if (!areSumsFine) return <Fine words={words} />
    return <Fine words={/^\d/.test(words) ? `Both sums check, and ${words}` : `${words} Both sums check.`} />
  }
  const sums = areSumsFine ? ' Both sums check.' : ''
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
        {sums} Ask your service contact which one holds.
      </p>
    </Note>
  )
}

function GroupWords({
  group,
  isAlone,
  children,
}: {
  group: NonNullable<Sides['group']>
  isAlone: boolean
  children: React.ReactNode
}) {
  const { members, strangers, hasMore } = group
  const count = `${members.length.toLocaleString('en-US')}${hasMore ? ' or more' : ''}`
  return (
    <p className="text-sm text-ink-3">
      {isAlone && 'The service lists no other transfer in this group: the other side is not known here. '}
      {(members.length > 2 || (hasMore && strangers === 0)) &&
        `The group has ${count} transfers, where a debit and a credit were due. `}
      {strangers > 0 &&
        `${strangers.toLocaleString('en-US')} ${strangers === 1 ? 'row' : 'rows'} of other groups came along and ${strangers === 1 ? 'is' : 'are'} left out. `}
      {children}
    </p>
  )
}

function SideView({ side: { id, role, transfer, error, onRetry }, href }: { side: Side; href?: string }) {
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
            <DirectionArrow direction={known?.direction} /> <TypeWord type={known?.type} />
          </p>
          <p>
            <Status {...rowStatusLook(transfer)} />
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
  if (problem.status === 404) return 'The service has no transfer with this id.'
  return problem.status === 429 ? 'The service asks to wait before this side is read.' : 'This side could not be read.'
}

/** A read beside the page that failed: said in its place, with a way to try again. */
function Failed({ error, words, onRetry }: { error: ProblemError; words: string; onRetry?: () => void }) {
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
      {onRetry && !takesAway(error) && (
        <Button size="note" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function SideBones() {
  return (
    <div aria-hidden className="mt-1 grid gap-3 py-1">
      {[120, 150, 90].map((width) => (
        <span key={width} className="bone" style={{ width }} />
      ))}
    </div>
  )
}
