'use client'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { RequestId } from '@/components/ui/problem'
import { pathOf } from '@/lib/provider/operations'
import type { LoadedTransfer } from './transfer-reads'

/** The exact response, of which there is none while only the list's row is there, and how to ask for it again. */
export default function RawJson({ text, transfer, requestId }: LoadedTransfer) {
  if (text === undefined) return <p className="pt-2 text-ink-2">Loading the provider's response…</p>
  const { id } = transfer.known
  return (
    <section aria-label="Raw JSON">
      <header className="flex min-h-8 flex-wrap items-center gap-x-4 pt-1 pb-2">
        <span className="mr-auto text-sm text-ink-3">As received, indented</span>
        {requestId && <RequestId id={requestId} />}
        {id && <CopyAction isPlain text={curlOf(id)} label="Copy as curl" />}
        <CopyButton text={text} what="raw JSON" />
      </header>
      <JsonBox text={text} label="JSON text" />
    </section>
  )
}

/** The read of this transfer as a curl command; the provider's address and the token are shell variables. */
export function curlOf(id: string): string {
  return [
    'curl --request GET \\',
    `  --url "$BASE_URL${pathOf('getTransfer', { id })}" \\`,
    '  --header "Authorization: Bearer $ACCESS_TOKEN"',
  ].join('\n')
}
