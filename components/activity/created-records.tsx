'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { ErrorText } from '@/components/forms/small-form'
import { useNamedAccounts } from '@/components/records/account-names'
import { useProfileNames } from '@/components/records/profile-names'
import { CheckAll, type FailedCheck, useFollowedRows } from '@/components/requests/follow'
import { referenceText } from '@/components/requests/labels'
import { titleOf } from '@/components/requests/record-texts'
import { useRuleRuns } from '@/components/requests/rule-runs'
import { unknownInterval, useUnknown } from '@/components/requests/unknown-count'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { focusHeading } from '@/components/ui/focus'
import { UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { useDelayed } from '@/components/ui/time'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import {
  changesOf,
  formPath,
  type ListedWrite,
  mayWrite,
  operations,
  writeRowOf,
  writesOf,
} from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'
import { AwaitedRows, IntentList, useIntentList } from './intent-list'
import { type OnChecked, recordColumns } from './record-columns'
import { UnknownOutcomes } from './unknown-outcomes'

type CreatedRecordsProps = { environment: Environment; person: string; roles: readonly Role[]; creates: ListedWrite }

const namesIn = ({ intents }: IntentPage): Readonly<Record<string, string>> =>
  Object.fromEntries(intents.map(({ record_id, record_name = '' }) => [record_id, record_name]))

/** The names of the fiat accounts, by id. */
function useAccountNames(environment: Environment, isOn: boolean) {
  const { data } = useQuery({
    ...intentsQuery(environment, { by: 'record', operations: writesOf('fiatAccount'), limit: 100 }),
    select: namesIn,
    enabled: isOn,
    retry: false,
  })
  const { names } = useNamedAccounts(environment, isOn)
  return useMemo(() => ({ ...names, ...data }), [names, data])
}

/** The records of one kind that were created here: first those that may exist, then each with its last known status. */
export function CreatedRecords({ environment, person, roles, creates }: CreatedRecordsProps) {
  const writes = useMemo(() => [creates, ...changesOf(creates)], [creates])
  const list = useIntentList(environment, writes)
  useFollowedRows(environment, list.rows)
  const [failed, setFailed] = useState<FailedCheck>()
  const canAct = mayWrite(creates, roles)
  const { noun, record } = writeRowOf(creates)
  const { names: profiles } = useProfileNames(environment)
  const accounts = useAccountNames(environment, record === 'rule')
  const runs = useRuleRuns(environment, record === 'rule')
  const columns = useMemo(() => {
    const onChecked: OnChecked = (intent, error) => setFailed(error && { intent, error })
    return recordColumns({ creates, names: { profiles, accounts }, runs, onChecked: canAct ? onChecked : undefined })
  }, [creates, canAct, profiles, accounts, runs])
  // Unknown outcomes that came later would push the list down.
  const { isLoading } = useUnknown(environment, { operations: writes })
  const isLate = useDelayed(isLoading, 2_000)
  const isHidden = isLoading && !isLate
  const nameOf = useCallback((intent: Intent) => titleOf(intent, profiles), [profiles])
  const title = operations[creates].listTitle
  const create = canAct && (
    <ButtonLink kind="primary" href={`/${environment}/${formPath(creates)}`}>
      <Plus />
      <span>
        New<span className="max-sm:sr-only"> {noun}</span>
      </span>
    </ButtonLink>
  )
  const closeFailed = () => {
    setFailed(undefined)
    focusHeading()
  }
  return (
    <>
      <PageHeader title={title} subtitle="Created in Mintdesk">
        {canAct && (
          <CheckAll
            environment={environment}
            intents={list.rows ?? []}
            plural={title.toLowerCase()}
            onFailed={setFailed}
          />
        )}
        <UpdatedAgo at={list.at} isReading={list.isFetching} onRefresh={list.again} />
        {create}
      </PageHeader>
      {failed && (
        <Note
          tone="bad"
          role="alert"
          className="my-2"
          title={`The status of ${failedName(failed.intent)} could not be checked.`}
          actions={
            <Button size="small" onClick={closeFailed}>
              Close
            </Button>
          }
        >
          <ErrorText problem={failed.error} />
        </Note>
      )}
      <div className="empty:hidden [&>section]:mt-3 [&>section]:mb-8 sm:[&>section]:mt-0">
        <UnknownOutcomes
          environment={environment}
          person={person}
          roles={roles}
          operations={writes}
          interval={unknownInterval}
        />
      </div>
      {isHidden && <AwaitedRows />}
      <IntentList
        name={title}
        list={list}
        isHidden={isHidden}
        columns={columns}
        nameOf={nameOf}
        marksAfter="status"
        empty={
          <EmptyState title={`No ${noun} created here yet`}>
            <p>
              Refused and pending requests are under <Link href={`/${environment}/activity`}>Activity</Link>.
            </p>
          </EmptyState>
        }
      />
    </>
  )
}

const failedName = (intent: Intent) => (intent.ref_id ? `${intent.summary} (${referenceText(intent)})` : intent.summary)
