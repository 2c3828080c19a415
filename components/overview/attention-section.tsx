'use client'
import {
  AtSign,
  CalendarClock,
  CircleQuestionMark,
  Clock,
  FileQuestionMark,
  Hand,
  type LucideIcon,
  OctagonX,
  Stamp,
  TriangleAlert,
  Workflow,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { movementName } from '@/components/money/movement-rows'
import { dueNotes, type useNotesForYou } from '@/components/notes/notes-for-you'
import { dueText, type Zone } from '@/components/records/overdue'
import { moneyText } from '@/components/records/transfer-labels'
import { spanText } from '@/components/records/usual-times'
import { byUrgency, checkWindowOf } from '@/components/requests/check-window'
import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { useSteps } from '@/components/ui/focus'
import { useRowLinks } from '@/components/ui/row-links'
import { Section, SkeletonRows } from '@/components/ui/section'
import { type Tone, toneClass } from '@/components/ui/status'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import { activityWriters, type Intent } from '@/lib/api/intents'
import { agoText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { teamSettings } from '@/lib/browser/team'
import { sumsByAsset } from '@/lib/features/money/balance'
import type { MovementRow } from '@/lib/features/money/interface'
import { isWired, planBound } from '@/lib/features/money/lateness'
import {
  type AttentionFigures,
  type AttentionKind,
  attentionKinds,
  type OverviewPresent,
  searchedDays,
} from '@/lib/features/overview/interface'
import type { Role } from '@/lib/provider/roles'
import { amountsText, attentionHref, bySoonest, isStalled, latePlans, listNote, nextText, trackHref } from './attention'
import { requestsText, type UnknownItem } from './unknown-item'

const styles: Record<AttentionKind, Pick<RowProps, 'tone' | 'icon' | 'label'>> = {
  'travel-rule': { tone: 'wait', icon: FileQuestionMark, label: 'Travel rule details' },
  approval: { tone: 'wait', icon: Hand, label: 'Approval at the provider' },
  failed: { tone: 'bad', icon: OctagonX, label: 'Failed in 24 h' },
  pending: { tone: 'wait', icon: Clock, label: 'Overdue' },
}

type AttentionProps = {
  /** Undefined until it is read, and if it could not be: then `failure` says so. */
  present: OverviewPresent | undefined
  failure: ReactNode
  /** Which transfers are not in it yet; "" if all are. */
  lack: string
  unknown: UnknownItem
  /** Requests that wait for this person, the first to expire first. */
  approvals: readonly Intent[]
  notes: ReturnType<typeof useNotesForYou>
  /** Whether all has been read, so that rows no longer come and go. */
  isReady: boolean
  roles: readonly Role[]
  path: string
  /** By the provider's clock, ms since 1970; undefined until the page is in the browser. */
  now?: number
}

/** What this person must decide, then a row for each kind that has something, the least time left first. */
export function AttentionSection(props: AttentionProps) {
  const { present, failure, lack, unknown, approvals, isReady, now = 0 } = props
  const table = useRef<HTMLTableElement>(null)
  const router = useRouter()
  const rowLinks = useRowLinks((href) => router.push(href))
  const isLate = useDelayed(!isReady || !(present || failure))
  const { zone, name, isRelative } = useZone()
  // By this browser's clock, which also measured how much time is left to check an outcome.
  const here = Math.floor(useNow(minute) / minute) * minute
  useSteps((by) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    const index = links.indexOf(document.activeElement as HTMLElement)
    links[Math.max(0, Math.min(links.length - 1, index + by))]?.focus()
  })
  const rows = rowsOf(props, { now, here, zone })
  const hasRows = isReady && rows.length > 0
  const count = rows.reduce((sum, { items }) => sum + items, 0)
  const isMore = unknown.isMore || Boolean(present?.movements.next_page_cursor)
  const order = approvals.length > 0 ? 'yours to decide first' : 'soonest first'
  const more = isReady && count > 0 ? `${countText(count, 'item')}${isMore ? ' or more' : ''}, ${order}` : ''
  return (
    <Section title="Needs attention" more={more}>
      {failure}
      {isReady && lack && <p className="pt-3 text-wait">{lack}</p>}
      {isReady && rows.length === 0 && (present || failure) ? (
        present && (
          <p className="pt-3">{lack ? 'Nothing that was read needs attention.' : 'Nothing needs attention.'}</p>
        )
      ) : (
        <table
          // Anew, because columns whose width changes would count as jumping.
          key={hasRows ? 'rows' : 'skeleton'}
          ref={table}
          {...rowLinks}
          aria-label="Needs attention"
          className={tableClass}
        >
          <Heads names={['What, and who acts', 'Items', 'Amount', 'By']} right={['Items', 'By']} />
          {hasRows ? (
            <tbody className="block sm:table-row-group">
              {rows.map(({ items: _, left, ...row }, index) => (
                <Row
                  key={row.label}
                  {...row}
                  index={index}
                  by={
                    row.by ??
                    (left !== undefined && <By left={left} now={now} isRelative={isRelative} zone={{ zone, name }} />)
                  }
                />
              ))}
            </tbody>
          ) : (
            isLate && (
              <SkeletonRows
                rows={attentionKinds.length}
                cells={Array.from({ length: 4 }, () => highCell)}
                card={cardClass}
              />
            )
          )}
        </table>
      )}
    </Section>
  )
}

const minute = 60_000

/** A table whose rows are cards of two lines and more on a phone: nothing scrolls sideways. */
export const tableClass =
  'block w-full border-separate border-spacing-0 text-left sm:table [&_thead_th]:h-(--row-tight) [&_thead_th]:border-b [&_thead_th]:border-hairline-strong [&_thead_th]:px-2 [&_thead_th]:font-label'
export const cell = 'min-w-0 sm:h-(--row-height) sm:border-b sm:border-hairline sm:px-2 sm:py-0.5'
/** Of a row with two lines, so that all of them are equally high. */
const highCell = 'min-w-0 sm:h-9 sm:border-b sm:border-hairline sm:px-2 sm:py-0 sm:leading-[17px]'
export const cardClass =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-hairline py-2 -outline-offset-2 outline-focus has-[a:focus-visible]:outline-(length:--focus-width) data-href:cursor-pointer data-href:hover:bg-hover sm:table-row'

type RowProps = {
  tone: Tone
  icon: LucideIcon
  label: string
  /** Undefined until the address is known. */
  href?: string
  index: number
  count: ReactNode
  /** Follows the label. */
  note?: string
  what: ReactNode
  who?: string
  by: ReactNode
}

type HeadsProps = { names: readonly string[]; right?: readonly string[]; hidden?: readonly string[] }

/** The heads of a table whose rows are cards on a phone. @param hidden those that only a wide screen has */
export const Heads = ({ names, right = [], hidden = [] }: HeadsProps) => (
  <thead className="hidden text-sm whitespace-nowrap text-ink-3 sm:table-header-group">
    <tr>
      {names.map((name) =>
        name === '' ? (
          <td key={name} className="border-b border-hairline-strong" />
        ) : (
          <th
            key={name}
            scope="col"
            className={`${right.includes(name) ? 'text-right' : ''} ${hidden.includes(name) ? 'max-lg:hidden' : ''}`}
          >
            {name}
          </th>
        ),
      )}
    </tr>
  </thead>
)

/** `items` are counted in the head; `left` are the ms until it is due, below zero if it is overdue. */
type AttentionRow = Omit<RowProps, 'index' | 'by'> & { items: number; left?: number; by?: ReactNode }

function Row({ tone, icon: Icon, label, href, index, count, note, what, who, by }: RowProps) {
  return (
    <tr data-index={index} data-href={href} className={cardClass}>
      {/* The second line begins after the icon. */}
      <td className={`${highCell} ${toneClass[tone]} pl-[21px] sm:whitespace-nowrap sm:pl-[29px]`}>
        <Icon className="-ml-[21px] mr-1.5 size-[15px] text-tone" />
        <a href={href} className="hover:underline focus-visible:outline-transparent max-sm:text-md max-sm:font-label">
          {label}
        </a>
        {note && <span className="text-sm whitespace-normal text-ink-3"> ({note})</span>}
        <span className="text-ink-3 sm:hidden"> {count}</span>{' '}
        <span className="block text-sm leading-4 text-ink-2">{who}</span>
      </td>
      <td className={`${highCell} hidden text-right text-ink-2 sm:table-cell`}>{count}</td>
      {/* Wide enough for most amounts, which would otherwise break within a number. */}
      <td className={`${highCell} order-2 col-span-2 [overflow-wrap:anywhere] text-ink-2 max-sm:pl-[21px] sm:min-w-40`}>
        {what}
      </td>
      <td className={`${highCell} order-1 text-right whitespace-nowrap`}>{by}</td>
    </tr>
  )
}

type ByProps = { left: number; now: number; zone: Zone; isRelative?: boolean }

/** By when; what is overdue says by how much, in the colour of what waits for someone. */
export function By({ left, now, zone, isRelative }: ByProps) {
  if (left < 0) return <span className={`${toneClass.wait} font-label text-tone`}>{spanText(-left)} overdue</span>
  return isRelative ? `in ${spanText(left)}` : dueText(now + left, zone, now)
}

type Moments = {
  /** By the provider's clock, ms since 1970. */
  now: number
  /** By this browser's. */
  here: number
  zone: string
}

function rowsOf({ present, unknown, approvals, notes, roles, path }: AttentionProps, { now, here, zone }: Moments) {
  const { movements: listed = [], waiting = [], next_page_cursor } = present?.movements ?? {}
  const isMore = Boolean(next_page_cursor)
  const due = dueNotes(notes.notes, now, zone)
  const asked = { now, path, isYou: roles.some((role) => activityWriters.includes(role)) }
  const judgedAt = present?.now ?? now
  const some = <One,>(found: readonly One[], row: (found: Some<One>) => AttentionRow) =>
    found[0] === undefined ? [] : [row([found[0], ...found.slice(1)])]
  return [
    ...some(approvals, (found) => approvalsRow(found, here, path)),
    ...bySoonest([
      ...(unknown.isShown ? [unknownRow(unknown, here, asked)] : []),
      ...(present?.attention ?? []).map((figures) => transfersRow(figures, judgedAt, asked)),
      ...some(
        listed.filter(({ state }) => state === 'unexplained'),
        (found) => unexplainedRow(found, isMore, asked),
      ),
      ...some(listed.filter(isStalled), (found) => stalledRow(found, asked)),
      ...some(latePlans(waiting, now), (found) => lateRow(found, asked)),
      ...some(due, (found) => notesRow(found, now)),
    ]),
  ]
}

type Asked = Pick<Moments, 'now'> & {
  path: string
  /** Whether this person may do what treasury does. */
  isYou: boolean
}

/** One or more. */
type Some<One> = readonly [One, ...One[]]

const grey = (text: string | undefined) => text && <span className="text-ink-3">{text}</span>
const counted = (found: readonly unknown[]) => ({ items: found.length, count: found.length.toLocaleString('en-US') })

function transfersRow(figures: AttentionFigures, judgedAt: number, { now, path, isYou }: Asked): AttentionRow {
  const { kind, count, dueAt, failedAt } = figures
  return {
    ...styles[kind],
    href: attentionHref(path, figures, judgedAt),
    items: count,
    count: count.toLocaleString('en-US'),
    note: listNote(figures),
    what: <span title={amountsText(figures, true)}>{amountsText(figures)}</span>,
    who: nextText(figures, isYou),
    left: dueAt === undefined ? undefined : dueAt - now,
    by: grey(failedAt && agoText(failedAt, now)),
  }
}

/** Movements whose money does not add up: the difference of one, the names of several. */
function unexplainedRow(found: Some<MovementRow>, isMore: boolean, { now, path, isYou }: Asked): AttentionRow {
  const [first] = found
  const rest = found.length > 2 ? ` and ${found.length - 2} more` : ''
  const isOne = found.length === 1 && !isMore
  return {
    tone: 'bad',
    icon: TriangleAlert,
    label: 'Does not add up',
    ...counted(found),
    note: `${searchedDays} days`,
    href: isOne ? trackHref(path, first.id) : `${path}/money?states=unexplained`,
    ...(isMore && { count: `${found.length} or more` }),
    what: isOne ? differenceText(first) : `${found.slice(0, 2).map(movementName).join(', ')}${rest}`,
    who: isYou ? 'You review' : 'Treasury reviews',
    by: grey(agoText(first.newest, now)),
  }
}

/** `0.01 unexplained of 250,000.00 USD` */
const differenceText = (row: MovementRow) => {
  const { unexplained = '', in: money } = row
  return `${amountText(unexplained)} unexplained ${money ? `of ${moneyText(money.amount, money.asset)}` : `in ${movementName(row)}`}`
}

/** Movements whose money came, and whose rule has not run. */
function stalledRow(found: Some<MovementRow>, { now, path, isYou }: Asked): AttentionRow {
  const [first] = found
  const sums = found.flatMap(({ in: money }) => (money ? [moneyText(money.amount, money.asset)] : []))
  return {
    tone: 'wait',
    icon: Workflow,
    label: 'Its rule has not run',
    ...counted(found),
    href: found.length === 1 ? trackHref(path, first.id) : `${path}/money?states=waiting`,
    what: sums.slice(0, 3).join(', '),
    who: isYou ? 'You ask the provider' : 'Treasury asks the provider',
    by: grey(agoText(first.newest, now)),
  }
}

/** Plans whose money has not come in time. Nobody promised that time, so its bound is said. */
function lateRow(found: Some<ReturnType<typeof latePlans>[number]>, { now, path, isYou }: Asked): AttentionRow {
  const [first] = found
  const bounds = new Set(found.map(({ plan }) => planBound(plan, teamSettings())))
  const sums = sumsByAsset(found.map(({ plan }) => ({ amount: plan.amount, asset: plan.rule.source_asset })))
  const whom = found.every(({ plan }) => isWired(plan)) ? 'bank' : 'sender'
  return {
    tone: 'wait',
    icon: CalendarClock,
    label: 'Late plans',
    ...counted(found),
    href: found.length === 1 ? trackHref(path, first.plan.id) : `${path}/money?states=moving`,
    what: `${sums.map(({ amount, asset }) => moneyText(amount, asset)).join(', ')}, due in ${[...bounds].join(' or ')}`,
    who: isYou ? `You ask the ${whom}` : `Treasury asks the ${whom}`,
    left: first.dueAt - now,
  }
}

/** The requests that wait for this person: one leads to its decision. */
function approvalsRow(found: Some<Intent>, here: number, path: string): AttentionRow {
  const [first] = found
  const isOne = found.length === 1
  return {
    tone: 'wait',
    icon: Stamp,
    label: 'Approvals',
    ...counted(found),
    href: isOne ? `${path}/approvals/${encodeURIComponent(first.id)}` : `${path}/approvals`,
    what: isOne ? first.summary : requestsText(found),
    who: 'You approve or decline',
    left: first.approval && Date.parse(first.approval.expires_at) - here,
  }
}

const unknownLabel = 'Unknown outcome'

/** The requests with an unknown outcome, which lead to the activity. One that cannot be checked is a person's to record now. */
function unknownRow(
  { intents, isMore, problem, refresh }: UnknownItem,
  here: number,
  { path, isYou }: Asked,
): AttentionRow {
  const [urgent] = byUrgency(intents, here)
  const window = urgent && checkWindowOf(urgent, here)
  const isOpen = window?.kind === 'open'
  const row = {
    ...({ tone: 'unknown', icon: CircleQuestionMark, label: unknownLabel, href: `${path}/activity` } as const),
    items: intents.length,
    left: isOpen ? window.left : 0,
  }
  if (intents.length === 0)
    return {
      ...row,
      count: false,
      by: false,
      what: problem && (
        <>
          <span className="text-bad">Could not be loaded.</span> {problem.problem.title}{' '}
          <Button size="small" onClick={refresh} aria-label={`Try again: ${unknownLabel}`}>
            Try again
          </Button>
        </>
      ),
    }
  const [you, treasury] = isOpen
    ? ['You check the outcome', 'Treasury checks it']
    : ['You record the outcome', 'Treasury records it']
  return {
    ...row,
    count: `${intents.length}${isMore ? ' or more' : ''}`,
    what: requestsText(intents),
    who: isYou ? you : treasury,
    by: isOpen ? undefined : 'now',
  }
}

/** This person's notes that are due, or whose record has changed; they are listed below. */
function notesRow(due: Some<ReturnType<typeof dueNotes>[number]>, now: number): AttentionRow {
  const [first] = due
  const rest = due.length > 1 ? ` and ${due.length - 1} more` : ''
  const isDue = first.dueAt !== undefined
  return {
    tone: 'wait',
    icon: AtSign,
    label: 'Notes for you',
    href: '#notes',
    ...counted(due),
    what: `${isDue ? '' : 'Status changed: '}${first.note.text}${rest}`,
    who: 'You',
    left: first.dueAt === undefined ? undefined : first.dueAt - now,
    by: isDue ? undefined : grey('changed'),
  }
}
