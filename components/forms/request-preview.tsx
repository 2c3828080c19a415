'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { pathOf, rowOf, type WriteName } from '@/lib/api/provider/operations'
import type { WriteInput } from '@/lib/browser/send-write'
import { withoutAccountNumbers } from '@/lib/domain/account-numbers'
import { useFormPage } from './form-context'

/** The body that will be sent. Account numbers show their last four digits until revealed; copies are complete. */
export function RequestBody({ input }: { input: WriteInput }) {
  const { operation } = useFormPage()
  const [isRevealed, setRevealed] = useState(false)
  const full = JSON.stringify(input.body)
  const masked = JSON.stringify(withoutAccountNumbers(input.body))
  return (
    <section aria-label="Request body">
      <div className="mb-2 flex items-center justify-between">
        <h2>Request body</h2>
        <CopyButton text={full} what="JSON" />
      </div>
      <JsonBox text={isRevealed ? full : masked} label="JSON" />
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <CopyAction isPlain text={curlCommand(operation, input)} label="Copy as curl" />
        {masked !== full && (
          <Button kind="plain" size="small" aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
            Show full account numbers
          </Button>
        )}
      </p>
    </section>
  )
}

/** For engineers: the API call and the scope that it needs. */
export function RequestTarget() {
  const { method, path, scope } = rowOf(useFormPage().operation)
  return (
    <section>
      <h2>API request</h2>
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

/** Inside single quotes a shell interprets nothing but the quote itself. */
const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** encodeURIComponent leaves characters that a shell expands within double quotes, such as `!`. */
const forDoubleQuotes = (path: string) =>
  path.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The request as a curl command. Address and token are shell variables, so that it holds no secret. */
export function curlCommand(operation: WriteName, { path, body }: WriteInput): string {
  return [
    `curl --request ${rowOf(operation).method}`,
    `--url "$BASE_URL${forDoubleQuotes(pathOf(operation, path))}"`,
    '--header "Authorization: Bearer $ACCESS_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data ${singleQuoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
