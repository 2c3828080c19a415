import { CopyButton } from './copy-button'

/** Cuts a long identifier in its middle; what would not get shorter stays whole. */
export function shorten(id: string, head: number): string {
  return id.length <= head + 7 ? id : `${id.slice(0, head)}…${id.slice(-4)}`
}

type ShortIdProps = { id: string; what?: string; head?: number; shortcut?: string }

/**
 * An identifier or hash: cut in the middle for the eye, whole in its title, for screen readers and when copied.
 * @param what     names it for the copy button ("transfer id"); without it there is none
 * @param shortcut the key that copies it too
 */
export function ShortId({ id, what, head = 8, shortcut }: ShortIdProps) {
  const short = shorten(id, head)
  return (
    <span className="whitespace-nowrap">
      <span className="font-mono text-sm text-ink-2" title={id}>
        {short === id ? (
          id
        ) : (
          <>
            <span aria-hidden>{short}</span>
            <span className="sr-only">{id}</span>
          </>
        )}
      </span>
      {what && <CopyButton text={id} what={what} shortcut={shortcut} />}
    </span>
  )
}
