import { formatJson } from '@/lib/browser/format-json'

/** A line that begins with a member's name. */
const named = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/

/** Formatted JSON in a box that scrolls sideways; numbers keep every digit. @param label names it for screen readers */
export function JsonBox({ text, label }: { text: string; label: string }) {
  const lines = formatJson(text).split('\n')
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be scrollable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-2 border border-hairline bg-sunken px-4 py-3 text-ink-2"
    >
      <pre className="font-mono text-sm leading-[19px]">
        {lines.map((line, at) => {
          const [, space, name, rest] = named.exec(line) ?? []
          const end = at < lines.length - 1 ? '\n' : ''
          return name === undefined ? (
            `${line}${end}`
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
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
  )
}
