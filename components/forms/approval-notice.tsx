'use client'
import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { useId } from 'react'
import { TextArea } from '@/components/ui/field'
import { Note } from '@/components/ui/status'
import { isRefusal, limitText, requirementsText } from '@/lib/api/console/approvals/policy'
import type { WriteName } from '@/lib/api/provider/operations'
import { namesText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import type { WriteInput } from '@/lib/browser/send-write'
import { useFormPage } from './form-context'

type NoticeProps = {
  operation: WriteName
  input: WriteInput
  /** What the person writes to the approvers. */
  reason: string
  onReason: (reason: string) => void
  className?: string
}

/** Who must approve a request before it is sent, why, and what the limits have left; nothing if nobody must. */
export function ApprovalNotice({ operation, input, reason, onReason, className }: NoticeProps) {
  const { environment } = useFormPage()
  const id = useId()
  const { data } = useQuery({
    queryKey: [environment, 'weighed', operation, input],
    queryFn: async ({ signal }) =>
      (await callConsole(environment, 'weighRequest', { body: { operation, ...input } }, { signal })).body,
    retry: false,
  })
  if (!data || data.requirements.length === 0) return null
  const { requirements, approvers, limits } = data
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
