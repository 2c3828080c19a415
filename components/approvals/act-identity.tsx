'use client'
import { useQuery } from '@tanstack/react-query'
import { IdentityNote } from '@/components/forms/identity-note'
import { policiesQuery } from '@/lib/features/approvals/browser/policies'
import type { Environment } from '@/lib/provider/environments'

/**
 * For an act that is not known before it is pressed: whether production asks for a fresh sign-in, and why the last one did
 * not count, as the policies say. @param isShared whether the act changes what all environments share
 */
export function ActIdentity({ environment, isShared = false }: { environment: Environment; isShared?: boolean }) {
  const { data } = useQuery({ ...policiesQuery(environment), enabled: isShared || environment === 'production' })
  return <IdentityNote environment={environment} identity={data?.identity} />
}
