'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { useId } from 'react'
import { TextArea } from '@/components/ui/field'
import { Note } from '@/components/ui/status'
import type { WeighedRequest } from '@/lib/api/approval'
import { isRefusal, limitText, requirementsText } from '@/lib/api/approval'
import { activityRows } from '@/lib/api/intent-operations'
import { namesText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import type { WriteInput } from '@/lib/browser/send-write'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'

/** Asks who would have to approve a request, and whether it must be confirmed. */
export const weigh = async (environment: Environment, operation: WriteName, input: WriteInput, signal?: AbortSignal) =>
  (await callConsole(environment, activityRows.weighRequest, { body: { operation, ...input } }, { signal })).body

/** Who must approve a request, and what stands of the confirmation that it needs. */
export function useWeighed(
  environment: Environment,
  operation: WriteName,
  /** Undefined while there is no request. */
  input: WriteInput | undefined,
): WeighedRequest | undefined {
  const { data } = useQuery({
    queryKey: [environment, 'weighed', operation, input],
    queryFn: input ? ({ signal }) => weigh(environment, operation, input, signal) : skipToken,
    retry: false,
    // A confirmation ends.
    refetchInterval: ({ state }) => (state.data?.identity?.confirmed_until === undefined ? false : 10_000),
  })
  return data
}

type NoticeProps = {
  weighed: WeighedRequest | undefined
  /** What the person writes to the approvers. */
  reason: string
  onReason: (reason: string) => void
  className?: string
}

/** Who must approve a request before it is sent, why, and what the limits have left; nothing if no one must. */
export function ApprovalNotice({ weighed, reason, onReason, className }: NoticeProps) {
  const id = useId()
  if (!weighed || weighed.requirements.length === 0) return null
  const { requirements, approvers, limits } = weighed
  const refusals = requirements.filter(isRefusal)
  if (refusals.length > 0)
    return (
      <Note tone="bad" icon={Stamp} role="status" title="The policy refuses it.">
        {requirementsText(refusals)} Nothing is sent. An admin can approve a destination, or change the policy, under
        Settings, Policies.
      </Note>
    )
  return (
    <div className={className}>
      <Note tone="wait" icon={Stamp} role="status" title="It will wait for approval.">
        {requirementsText(requirements)}{' '}
        {approvers.length > 0
          ? `${namesText(approvers)} can approve it. Mintdesk then sends it exactly as shown.`
          : 'No one who could approve it has signed in yet.'}{' '}
        {limits.map(limitText).join(' ')}
      </Note>
      <div className="mt-4">
        <TextArea
          id={id}
          label="Reason for the approvers"
          isOptional
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      </div>
    </div>
  )
}
