import type { WriteName } from '@/lib/api/intents'
import { rowOf } from '@/lib/api/operations'

/** For engineers: the request that this becomes, and the scope that it needs. */
export function SentWith({ operation }: { operation: WriteName }) {
  const { method, path, scope } = rowOf(operation)
  return (
    <section>
      <h2>Sent with</h2>
      <p className="mt-1 text-sm text-ink-3 [overflow-wrap:anywhere]">
        <span className="font-mono">
          {method} {path}
        </span>
        <br />
        scope <span className="font-mono">{scope}</span>
      </p>
    </section>
  )
}
