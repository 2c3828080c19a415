'use client'
/** The columns of the lists of orders, rules and fiat accounts. */
import { CircleDot } from 'lucide-react'
import { checkWindowOf } from '@/components/requests/check-window'
import { isSettledByNote, recordStatusStyle } from '@/components/requests/labels'
import { useIntentAction } from '@/components/requests/queries'
import {
  destinationText,
  filledPercent,
  filledText,
  type RecordNames,
  routeText,
  titleOf,
} from '@/components/requests/record-texts'
import type { RuleRun } from '@/components/requests/rule-runs'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Intent } from '@/lib/api/intents'
import { shorten } from '@/lib/browser/identifiers'
import { resolveOutcome } from '@/lib/browser/intents'
import { capitalized } from '@/lib/browser/labels'
import { changesOf, formPath, type ListedWrite, type WriteName, writeRowOf } from '@/lib/provider/operations'
import { assetsOfMarket } from '@/lib/provider/order-terms'
import type { ProblemError } from '@/lib/provider/problem'
import type { RecordName } from '@/lib/provider/row'
import { commonColumns, type IntentColumn, statusColumn, textColumn, truncated } from './intent-list'

/** Called after a check, with the error if it failed. */
export type OnChecked = (intent: Intent, error?: ProblemError) => void

type ColumnsInput = {
  creates: ListedWrite
  names: RecordNames
  /** The last runs of rules by their memos; undefined while they are not known. */
  runs?: ReadonlyMap<string, RuleRun>
  /** Undefined for those who may not check. */
  onChecked?: OnChecked
}

/** The provider has shown no status: it is known only that the record was created. */
const createdStyle: StatusStyle = { tone: 'off', icon: CircleDot, label: 'Created' }

const shownStatus = (intent: Intent): StatusStyle => recordStatusStyle(intent) ?? createdStyle

/** Who reported a status: the provider, or a person by name. */
const sourceText = ({ noted_by, is_earlier_credential }: Intent) =>
  `${is_earlier_credential ? 'earlier client ID, ' : ''}${noted_by ? `noted by ${noted_by}` : 'the provider'}`

/** The same in a row, where the provider goes without saying. */
const otherSource = (intent: Intent) =>
  intent.noted_by || intent.is_earlier_credential ? [truncated(sourceText(intent), 48)] : []

const titleColumn = (name: string, textOf: (intent: Intent) => string): IntentColumn => ({
  ...textColumn('what', name, 48, textOf),
  card: 'main',
})

type ColumnsOfKind = (input: ColumnsInput) => { before: IntentColumn[]; after: IntentColumn[] }

/** Of each kind of record, the columns before its status and after it. */
const kindColumns: Partial<Record<RecordName, ColumnsOfKind>> = {
  order: ({ names }) => ({
    before: [
      titleColumn('Order', (intent) => titleOf(intent, names.profiles)),
      textColumn('terms', 'Price', 48, ({ fill }) => fill?.terms),
    ],
    after: [
      {
        key: 'filled',
        name: 'Filled',
        isKept: true,
        text: filledPercent,
        cell: (intent) => (
          <span className="tabular-nums" title={filledText(intent)}>
            {filledPercent(intent)}
          </span>
        ),
      },
      { key: 'price', name: 'Average price', amount: ({ fill }) => (fill?.price ? { text: fill.price } : undefined) },
      {
        key: 'market',
        name: 'Market',
        text: ({ fill }) => {
          const { base, quote } = assetsOfMarket(fill?.market)
          return base ? `${base}/${quote}` : fill?.market
        },
      },
    ],
  }),
  rule: ({ names, runs }) => ({
    before: [
      titleColumn('Rule', (intent) => titleOf(intent, names.profiles)),
      textColumn('route', 'From → to', 48, (intent) => routeText(intent, names)),
      {
        key: 'memo',
        name: 'Memo',
        face: 'mono',
        // The width of its copy button.
        extra: 16,
        text: ({ route }) => route?.memo && shorten(route.memo, 16),
        cell: ({ route }) => route?.memo && <ShortId id={route.memo} what="memo" head={16} tabIndex={-1} />,
      },
      textColumn('destination', 'Destination', 32, (intent) => destinationText(intent, names)),
    ],
    after: [runColumn(runs)],
  }),
  fiatAccount: () => ({
    before: [
      titleColumn('Bank', ({ record_name, summary }) => record_name ?? summary),
      textColumn('owner', 'Owner', 40, ({ account }) => account?.owner),
    ],
    after: [],
  }),
}

/** When a rule ran last, as far as that was read, and how the run stands; leads to the deposit. */
function runColumn(runs: ColumnsInput['runs']): IntentColumn {
  const runOf = ({ route }: Intent) => (route?.memo === undefined ? undefined : runs?.get(route.memo))
  return {
    key: 'run',
    name: 'Last run',
    // In every window, and on a phone in the place of the time of a status, which rules rarely have.
    card: 'what',
    // The icon of the status.
    extra: 26,
    text: (intent) => {
      const status = runOf(intent)?.status
      return status && `00 Nov 00:00:00 ${status.label}`
    },
    cell: (intent, now) => {
      const run = runOf(intent)
      return (
        run && (
          <Link
            tabIndex={-1}
            title={run.status.why}
            className="text-ink-2 underline-offset-3 hover:underline"
            href={`/${intent.environment}/transfers/${encodeURIComponent(run.transfer)}`}
          >
            <Time value={run.at} clock="provider" now={now} /> <Status {...run.status} why={undefined} />
          </Link>
        )
      )
    },
  }
}

export function recordColumns(input: ColumnsInput): readonly IntentColumn[] {
  const { creates, onChecked } = input
  const [edits] = changesOf(creates)
  const check: IntentColumn = {
    key: 'acts',
    name: 'Check',
    isKept: true,
    // A button's padding, and the link "Edit".
    extra: 24 + (edits ? 60 : 0),
    text: () => 'Failed, try again',
    cell: (intent) => onChecked && <CheckCell intent={intent} edits={edits} onChecked={onChecked} />,
  }
  const { noun, record } = writeRowOf(creates)
  const { before, after } = (record && kindColumns[record]?.(input)) || { before: [commonColumns.summary], after: [] }
  const { requested, reference, person, id } = commonColumns
  return [
    // A card has two times, and no head that names them.
    { ...requested, isNamedOnCard: true },
    ...before,
    statusColumn('status', record === 'fiatAccount' ? 'Review' : 'Status', shownStatus),
    ...after,
    // Before what is only looked up, so that it is in view in a window of 1280 pixels.
    ...(onChecked ? [check] : []),
    {
      key: 'known',
      name: 'Status as of',
      // Beside a status that may have changed since.
      isKept: true,
      card: record === 'rule' ? undefined : 'what',
      text: (intent) => intent.status_at && ['00 Nov 00:00:00', ...otherSource(intent)].join(', '),
      cell: (intent, now) =>
        intent.status_at && (
          <span className="text-ink-2" title={sourceText(intent)}>
            <span className="sm:hidden">Status as of </span>
            <Time value={intent.status_at} now={now} />
            {otherSource(intent).map((text) => `, ${text}`)}
          </span>
        ),
    },
    reference,
    person,
    {
      key: 'record',
      name: `${capitalized(noun)} ID`,
      face: 'mono',
      // The width of its copy button.
      extra: 16,
      text: ({ record_id }) => record_id && shorten(record_id, 8),
      cell: ({ record_id }) => record_id && <ShortId id={record_id} what={`${noun} ID`} tabIndex={-1} />,
    },
    id,
  ]
}

type CheckCellProps = { intent: Intent; edits?: WriteName; onChecked: OnChecked }

/** Checks the status of a row while that is safe; otherwise its page says why not. */
function CheckCell({ intent, edits, onChecked }: CheckCellProps) {
  const { environment, id, record_id } = intent
  const { start, isPending, problem } = useIntentAction(intent, {
    kind: 'check',
    run: resolveOutcome,
    onSuccess: (checked) => {
      announce(`${checked.summary}: ${shownStatus(checked).label}`)
      onChecked(intent)
    },
    onError: (error) => onChecked(intent, error),
  })
  const { kind } = checkWindowOf(intent, Date.now())
  const suffix = <span className="sr-only">: {intent.summary}</span>
  return (
    <span className="flex items-center gap-1">
      {kind === 'open' && !isSettledByNote(intent) ? (
        <Button kind="plain" size="small" className="-ml-2" tabIndex={-1} aria-busy={isPending} onClick={start}>
          {isPending ? 'Checking…' : problem ? 'Failed, try again' : 'Check status'}
          {suffix}
        </Button>
      ) : (
        <Link tabIndex={-1} className="text-ink-2 underline" href={`/${environment}/activity/${id}`}>
          {kind === 'closed' ? 'Enter status' : kind === 'blocked' ? 'Not available' : 'See details'}
          {suffix}
        </Link>
      )}
      {edits && record_id && (
        <ButtonLink
          kind="plain"
          size="small"
          tabIndex={-1}
          href={`/${environment}/${formPath(edits, { id: record_id })}`}
        >
          Edit{suffix}
        </ButtonLink>
      )}
    </span>
  )
}
