'use client'
import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { Note } from '@/components/ui/status'
import { isRefusal, requirementsText } from '@/lib/api/console/approvals/policy'
import type { WriteName } from '@/lib/api/provider/operations'
import { namesText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import type { WriteInput } from '@/lib/browser/send-write'
import { useFormPage } from './form-context'

/** Who must approve a request before it is sent, and why; nothing if nobody must. */
export function ApprovalNotice({ operation, input }: { operation: WriteName; input: WriteInput }) {
  const { environment } = useFormPage()
  const { data } = useQuery({
    queryKey: [environment, 'weighed', operation, input],
    queryFn: async ({ signal }) =>
      (await callConsole(environment, 'weighRequest', { body: { operation, ...input } }, { signal })).body,
    retry: false,
  })
  if (!data || data.requirements.length === 0) return null
  const { requirements, approvers } = data
  const refusals = requirements.filter(isRefusal)
  if (refusals.length > 0)
    return (
      <Note tone="bad" icon={Stamp} role="status" title="The policy refuses it.">
        {requirementsText(refusals)} Nothing is sent. An admin can approve a destination, or change the policy, under
        Approvals, Policies.
      </Note>
    )
  return (
    <Note tone="wait" icon={Stamp} role="status" title="It will wait for approval.">
      {requirementsText(requirements)}{' '}
      {approvers.length > 0
        ? `${namesText(approvers)} can approve it. Mintdesk then sends it exactly as shown.`
        : 'No one who could approve it has signed in yet.'}
    </Note>
  )
}
