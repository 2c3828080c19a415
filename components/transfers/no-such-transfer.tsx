import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { EmptyState } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'

type NoSuchTransferProps = {
  id: string
  isId: boolean
  environment: Environment
  other?: Environment
  onRetry: () => void
}

/** The id leads nowhere here: says where "here" is, because the same id may be one of the other environment. */
export function NoSuchTransfer({ id, isId, environment, other, onRetry }: NoSuchTransferProps) {
  return (
    <EmptyState
      title="No transfer with this ID"
      acts={
        isId && (
          <>
            <Button onClick={onRetry}>Try again</Button>
            {other && (
              <a className={buttonClass()} href={`/${other}/transfers/${encodeURIComponent(id)}`}>
                Look in {other}
              </a>
            )}
          </>
        )
      }
    >
      <p>
        {isId ? 'The provider has no transfer' : 'This is not a transfer ID:'}{' '}
        <ShortId id={id} what="transfer id" head={36} />
        {isId && ` in ${environment}`}.
      </p>
      <p>
        {isId
          ? `It may not exist yet, or it may belong to ${other ?? 'another environment'}.`
          : 'Enter the full ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.'}
      </p>
    </EmptyState>
  )
}
