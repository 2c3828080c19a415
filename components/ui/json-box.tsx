/** The numbers of a JSON text as written, outside strings. */
const numbersOf = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []

/**
 * Pretty-prints JSON text. Text that is not JSON, or whose numbers JavaScript would change (`1.10`, or too many digits),
 * is returned unchanged.
 */
export function formatJson(text: string): string {
  try {
    const set = JSON.stringify(JSON.parse(text), null, 2)
    return numbersOf(set).join() === numbersOf(text).join() ? set : text
  } catch {
    return text
  }
}

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
