'use client'
import { CircleCheck } from 'lucide-react'
import { Note, toneClass } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Identity } from '@/lib/api/step-up'
import { leadToSignIn } from '@/lib/browser/step-up'
import type { Environment } from '@/lib/provider/environments'
import { useWrite } from './small-form'

/** The digest for which a press leads to company sign-in first; undefined if it does what it says. */
export const digestOf = (identity: Identity | undefined): string | undefined =>
  identity?.confirmed_until === undefined ? identity?.digest : undefined

/**
 * `lead` takes the place of an act that the person must confirm first.
 * @param others the digests of what follows it, which the same sign-in confirms
 */
export function useConfirmation(
  identity: Identity | undefined,
  others: () => Promise<readonly string[]> = async () => [],
) {
  const { start, isPending, problem } = useWrite({
    mutationFn: async (digest: string) => leadToSignIn([digest, ...(await others())]),
  })
  const digest = digestOf(identity)
  return { lead: digest === undefined ? undefined : () => start(digest), isPending, problem }
}

type IdentityProps = {
  environment: Environment
  /** Undefined where nothing must be confirmed, or that is not known yet. */
  identity: Identity | undefined
  className?: string
}

/** What a person learns beside an act that production asks a fresh sign-in for. */
export function IdentityNote({ environment, identity, className = 'mt-3' }: IdentityProps) {
  if (!identity)
    return (
      environment === 'sandbox' && (
        <p className={`text-sm text-ink-3 ${className}`}>In production you confirm with your company sign-in first.</p>
      )
    )
  const { confirmed_until: until, refused } = identity
  if (until !== undefined)
    return (
      <p role="status" className={`${toneClass.ok} flex items-center gap-2 text-ink-2 ${className}`}>
        <CircleCheck className="flex-none text-tone" />
        <span>
          You confirmed that it is you. This counts once, until <Time value={until} now={Date.parse(until)} withZone />.
        </span>
      </p>
    )
  return (
    <div className={className}>
      {refused && (
        <Note tone="bad" role="alert" title="Not confirmed." className="mb-3">
          {refused}
        </Note>
      )}
      <p className="text-sm text-ink-2">
        Company sign-in first confirms that it is you, and leads back here. What you typed is kept.
      </p>
    </div>
  )
}
