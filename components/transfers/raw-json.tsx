import { CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'

/**
 * The answer as it came.
 * @param text exactly what the service sent; undefined while only the list's row is there
 */
export function RawJson({ text }: { text?: string }) {
  if (text === undefined)
    return <p className="pt-2 text-ink-2">Loading the provider's response. The list row is not the full response.</p>
  return (
    <section aria-label="Raw JSON">
      <header className="flex items-center gap-3 pt-1 pb-2">
        <span className="text-sm text-ink-3">Exactly what the provider sent, indented</span>
        <span className="ml-auto">
          <CopyButton text={text} what="raw JSON" />
        </span>
      </header>
      <JsonBox text={text} label="JSON text" />
    </section>
  )
}
