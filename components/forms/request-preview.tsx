'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import type { WriteInput } from '@/lib/browser/send-write'
import { withoutAccountNumbers } from '@/lib/domain/account-numbers'
import { isObject } from '@/lib/domain/json'
import { isReplayable, pathOf, rowOf, type WriteName } from '@/lib/provider/operations'
import { useFormPage, useFormState } from './form-context'
import { useFormValues } from './form-store'

/** The input as the service will receive it: without a reference of its own, the intent's id is its reference. */
export function withReference(operation: WriteName, input: WriteInput, intent: string) {
  if (!isReplayable(operation) || !isObject(input.body)) return { input, reference: 'none' } as const
  const { ref_id = intent } = input.body
  const reference = ref_id === intent ? 'generated' : 'typed'
  return { input: { ...input, body: { ...input.body, ref_id } }, reference } as const
}

/** The request that the form's present values become. */
export default function LiveRequest() {
  const { operation } = useFormPage()
  const { context, readInput } = useFormState()
  useFormValues()
  return <RequestBody input={withReference(operation, readInput(), context.intent).input} />
}

/** The body that will be sent. Account numbers show their last four digits until revealed; copies are complete. */
export function RequestBody({ input }: { input: WriteInput }) {
  const { operation } = useFormPage()
  const [isRevealed, setRevealed] = useState(false)
  // A form that is not complete has no address yet.
  const hasPath = Object.values(input.path ?? {}).every((value) => !/^\.{0,2}$/.test(value))
  const full = JSON.stringify(input.body)
  const masked = JSON.stringify(withoutAccountNumbers(input.body))
  return (
    <section aria-label="Request body">
      <JsonBox text={isRevealed ? full : masked} label="JSON" />
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        {hasPath && <CopyAction isPlain text={curlCommand(operation, input)} label="Copy as curl" />}
        <CopyButton text={full} what="JSON" />
        {masked !== full && (
          <Button kind="plain" size="small" aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
            Show full account numbers
          </Button>
        )}
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
