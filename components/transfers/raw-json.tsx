'use client'
import { CopyButton } from '@/components/ui/copy-button'
import { inLines } from '@/lib/browser/raw-json'

/** A line that begins with a name: the name stands out. */
const named = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/

/**
 * The answer as it came.
 * @param text exactly what the service sent; undefined while only the list's row is there
 */
export function RawJson({ text }: { text?: string }) {
  if (text === undefined)
    return <p className="pt-2 text-ink-2">The transfer itself is still being read; the list's row is not its answer.</p>
  const lines = inLines(text).split('\n')
  return (
    <section aria-label="Raw JSON">
      <header className="flex items-center gap-3 pt-1 pb-2">
        <span className="text-sm text-ink-3">Exactly what the service sent, set in lines</span>
        <span className="ml-auto">
          <CopyButton text={text} what="raw JSON" />
        </span>
      </header>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
        aria-label="JSON text"
        className="overflow-x-auto rounded-2 border border-hairline bg-sunken px-4 py-3 text-ink-2"
      >
        <pre className="font-mono text-sm leading-[19px]">
          {lines.map((line, at) => {
            const [, space, name, rest] = named.exec(line) ?? []
            const end = at < lines.length - 1 ? '\n' : ''
            return name === undefined ? (
              `${line}${end}`
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <span key={at}>
                {space}
                <span className="text-ink">{name}</span>
                {rest}
                {end}
              </span>
            )
          })}
        </pre>
      </section>
    </section>
  )
}
