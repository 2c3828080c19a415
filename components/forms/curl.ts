/** The same request for a terminal, without anything secret: address and token are variables that the reader sets. */
import type { WriteName } from '@/lib/api/intents'
import { pathOf, rowOf } from '@/lib/api/operations'
import type { WriteInput } from '@/lib/browser/intents'

/** Single quotes hold everything in a shell but themselves. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The address inside double quotes: encodeURIComponent leaves what shells read there, `!` above all. */
const inDoubleQuotes = (path: string) =>
  path.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** @param input its body is sent as JSON in one line */
export function curlOf(operation: WriteName, { path, body }: WriteInput): string {
  return [
    `curl --request ${rowOf(operation).method}`,
    `--url "$BASE_URL${inDoubleQuotes(pathOf(operation, path))}"`,
    '--header "Authorization: Bearer $ACCESS_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
