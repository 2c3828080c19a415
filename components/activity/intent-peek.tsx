'use client'
import { useQuery } from '@tanstack/react-query'
import type { RowExport } from '@/components/exports/selection-bar'
import type { PeekProps } from '@/components/list/row-tools'
import { NoteLine } from '@/components/notes/note-mark'
import { useProfileNames } from '@/components/records/profile-names'
import { explain, recordStatusStyle, stateStyle } from '@/components/requests/labels'
import { hasLostAccess } from '@/components/requests/queries'
import { destinationText, filledPercent, filledText, headingOf, routeText } from '@/components/requests/record-texts'
import { searchedTransfers, useRuleRuns } from '@/components/requests/rule-runs'
import { amountText } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { asProblem, ReadNotices } from '@/components/ui/problem'
import { SkeletonLines } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time, useDelayed } from '@/components/ui/time'
import { approvedBy } from '@/lib/api/approval'
import type { Intent } from '@/lib/api/intents'
import { intentQuery } from '@/lib/browser/intents'
import { notedRecordOf } from '@/lib/features/notes/interface'
import { writeNames } from '@/lib/provider/operations'
import { assetsOfMarket } from '@/lib/provider/order-terms'
import { problemKind } from '@/lib/provider/problem'
import { requestFacts } from './request-facts'

/** The preview of a request: what its row has, then what Mintdesk's record of it says. */
export default function IntentPeek({ environment, id, row, at = 0, isSettled }: PeekProps<Intent>) {
  const { data, dataUpdatedAt, error, errorUpdatedAt, isFetching, isPaused, refetch } = useQuery({
    ...intentQuery(environment, id),
    enabled: isSettled,
    retry: false,
  })
  const problem = asProblem(error)
  const isClosed = hasLostAccess(error) || (problem && problemKind(problem.problem.type) === 'no-such-intent')
  const isRowNewer = row !== undefined && (!data || at > dataUpdatedAt)
  const intent = isClosed ? undefined : isRowNewer ? row : data
  const isLate = useDelayed(!intent && isFetching && !isPaused)
  return (
    <>
      <ReadNotices
        what="The request"
        at={intent && (isRowNewer ? at : dataUpdatedAt)}
        problem={problem}
        problemAt={errorUpdatedAt}
        onRetry={() => void refetch()}
      />
      {isLate && <SkeletonLines widths={[220, 140, 320, 280]} className="py-2" />}
      {intent && <IntentSummary intent={intent} isSettled={isSettled} />}
    </>
  )
}

function IntentSummary({ intent, isSettled }: { intent: Intent; isSettled: boolean }) {
  const { environment, operation, created_at, sent_at, settled_at, status_at, noted_by } = intent
  const { fill, route, account } = intent
  const isKnown = writeNames.includes(operation)
  const [statement, nextStep] = isKnown ? explain(intent, true) : ['', '']
  const status = isKnown ? recordStatusStyle(intent) : undefined
  const time = (value: string | undefined) => value && <Time value={value} withZone />
  const noted = isKnown ? notedRecordOf(intent) : undefined
  const { names: profiles } = useProfileNames(environment)
  const names = { profiles, accounts: {} }
  const runs = useRuleRuns(environment, route?.memo !== undefined)
  const run = runs?.get(route?.memo ?? '')
  const { quote, base } = assetsOfMarket(fill?.market)
  const price = fill?.price && `${amountText(fill.price)} ${quote}${base && ` per ${base}`}`
  const facts: [name: string, value: Fact[1]][] = [
    ['Record status', status && [status.label, status.why].filter(Boolean).join(', ')],
    ['Filled', [filledText(intent), fill?.ordered && filledPercent(intent)].filter(Boolean).join(', ')],
    ['Average price', price],
    ['From → to', routeText(intent, names)],
    ['Memo', route?.memo && <ShortId id={route.memo} what="memo" head={32} />],
    ['Destination', destinationText(intent, names)],
    [
      'Last run',
      run
        ? [<Time key="at" value={run.at} clock="provider" withZone />, ', ', <Status key="status" {...run.status} />]
        : runs && `none in the newest ${searchedTransfers} transfers`,
    ],
    ['Bank', account?.bank],
    ['Owner', account?.owner],
    ['Status as of', time(status_at)],
    ['Noted by', noted_by],
    ['Requested', time(created_at)],
    ['Sent', time(sent_at)],
    ['Settled', time(settled_at)],
  ]
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="text-lg font-title">{headingOf(intent, profiles)}</p>
      <p className="mt-1">
        <Status {...stateStyle(intent)} isLarge />
      </p>
      {statement && (
        <p className="mt-2 mb-3">
          <b>{statement}</b> <span className="text-ink-2">{nextStep}</span>
        </p>
      )}
      <Facts facts={[...facts.filter(([, value]) => value), ...requestFacts(intent)]} />
      {noted && <NoteLine record={noted} isSettled={isSettled} />}
    </div>
  )
}

/** Of what was approved, declined or ended: by whom, when, and by which version of the policy. */
type ApprovalMembers = {
  approval_state?: string
  approval_by?: string
  approval_at?: string
  approval_policy_version?: number
}

function approvalMembers({ approval, settled_at }: Intent): ApprovalMembers {
  if (!approval) return {}
  const { state, version, decisions } = approval
  const isOver = state === 'expired' || state === 'withdrawn'
  const approved = isOver ? [] : approvedBy(approval)
  const decided = state === 'declined' ? decisions.filter(({ kind }) => kind === 'decline') : approved
  const at = isOver ? settled_at : decided.at(-1)?.at
  return {
    approval_state: state,
    ...(decided.length > 0 && { approval_by: decided.map(({ person }) => person).join(', ') }),
    ...(at && { approval_at: at }),
    approval_policy_version: version,
  }
}

const members = [
  'id',
  'created_at',
  'operation',
  'summary',
  'state',
  'person',
  'ref_id',
  'record_id',
  'record_status',
  'status_at',
  'noted_by',
  'sent_at',
  'settled_at',
  'answer_status',
  'reason',
  'approval_state',
  'approval_by',
  'approval_at',
  'approval_policy_version',
] as const satisfies readonly (keyof Intent | keyof ApprovalMembers)[]

/** @public Loaded with the preview. */
export const exported: RowExport<Intent> = {
  plural: 'requests',
  members,
  membersOf: ({ approval, ...intent }) => ({ ...intent, ...approvalMembers({ ...intent, approval }) }),
  objectOf: (intent) => intent,
  notedRecord: notedRecordOf,
}
