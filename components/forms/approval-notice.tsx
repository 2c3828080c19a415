'use client'
import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { Note } from '@/components/ui/status'
import type { WeighedRequest } from '@/lib/api/console/approvals/approval'
import { requirementsText } from '@/lib/api/console/approvals/policy'
import type { Environment } from '@/lib/api/environments'
import type { WriteName } from '@/lib/api/provider/operations'
import { namesText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import type { WriteInput } from '@/lib/browser/send-write'

/** Who must approve a request, and what stands of the confirmation that it needs. */
export function useWeighed(
  environment: Environment,
  operation: WriteName,
  input: WriteInput,
): WeighedRequest | undefined {
  const { data } = useQuery({
    queryKey: [environment, 'weighed', operation, input],
    queryFn: async ({ signal }) =>
      (await callConsole(environment, 'weighRequest', { body: { operation, ...input } }, { signal })).body,
    retry: false,
    // A confirmation ends.
    refetchInterval: ({ state }) => (state.data?.identity?.confirmed_until === undefined ? false : 10_000),
  })
  return data
}

/** Who must approve a request before it is sent, and why; nothing if nobody must. */
export function ApprovalNotice({ weighed }: { weighed: WeighedRequest | undefined }) {
  if (!weighed || weighed.requirements.length === 0) return null
  const { requirements, approvers } = weighed
  return (
    <Note tone="wait" icon={Stamp} role="status" title="It will wait for approval.">
      {requirementsText(requirements)}{' '}
      {approvers.length > 0
        ? `${namesText(approvers)} can approve it. Mintdesk then sends it exactly as shown.`
        : 'No one who could approve it has signed in yet.'}
    </Note>
  )
}
