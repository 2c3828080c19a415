import { formatJson } from '@/lib/browser/format-json'

/** A member's name at the beginning of its line. Splitting at it leaves the names at odd places. */
const memberName = /^([ \t]*"(?:[^"\\]|\\.)*")(?=:)/m

/** Formatted JSON in a box that scrolls sideways; numbers keep every digit. @param label names it for screen readers */
export function JsonBox({ text, label }: { text: string; label: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be scrollable by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-2 border border-hairline bg-sunken px-4 py-3 text-ink-2"
    >
      <pre className="font-mono text-sm leading-[19px]">
        {formatJson(text)
          .split(memberName)
          .map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
            <span key={at} className={at % 2 === 1 ? 'text-ink' : undefined}>
              {part}
            </span>
          ))}
      </pre>
    </section>
  )
}
