import { Button, buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { ShortId } from '@/components/ui/short-id'
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
    <Empty
      title="No transfer has this id here"
      acts={
        isId && (
          <>
            <Button onClick={onRetry}>Ask again</Button>
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
        The {environment} service was {isId ? 'asked for' : 'not asked for'}{' '}
        <ShortId id={id} what="transfer id" head={36} />.
      </p>
      <p>
        {isId
          ? `It may not be there yet, or be of ${other ? `${other}, whose transfers have other ids` : 'another environment'}.`
          : 'An id is written whole, such as 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.'}
      </p>
    </Empty>
  )
}
