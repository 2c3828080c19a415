'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import type { WriteName } from '@/lib/api/intents'
import { pathOf, rowOf } from '@/lib/api/operations'
import type { WriteInput } from '@/lib/browser/intents'

/** The body as it will leave. On screen account numbers show their last four until asked for; what is copied is whole. */
export function RequestBody({ operation, input }: { operation: WriteName; input: WriteInput }) {
  const [isWhole, setWhole] = useState(false)
  const whole = JSON.stringify(input.body)
  const cut = JSON.stringify(withoutAccountNumbers(input.body))
  return (
    <section aria-label="As JSON">
      <div className="mb-2 flex items-center justify-between">
        <h2>As JSON</h2>
        <CopyButton text={whole} what="JSON" />
      </div>
      <JsonBox text={isWhole ? whole : cut} label="JSON" />
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <CopyAction isPlain text={curlCommand(operation, input)} word="Copy as curl" />
        {cut !== whole && (
          <Button kind="plain" size="note" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            Whole account numbers
          </Button>
        )}
      </p>
    </section>
  )
}

/** For engineers: the request that this becomes, and the scope that it needs. */
export function RequestTarget({ operation }: { operation: WriteName }) {
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

/** Single quotes hold everything in a shell but themselves. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The address inside double quotes: encodeURIComponent leaves what shells read there, `!` above all. */
const inDoubleQuotes = (path: string) =>
  path.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** @param input its body is sent as JSON in one line */
export function curlCommand(operation: WriteName, { path, body }: WriteInput): string {
  return [
    `curl --request ${rowOf(operation).method}`,
    `--url "$BASE_URL${inDoubleQuotes(pathOf(operation, path))}"`,
    '--header "Authorization: Bearer $ACCESS_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
