/** Requests that a lost console sent, as its log names them: the only trace of an order, which no provider lists. */

import { isObject } from '../domain/json'
import { isTimestamp } from '../domain/values'
import type { SentRequest } from '../features/hold/interface'
import type { Environment } from '../provider/environments'

/** The log's `event` of a write that is about to leave. */
export const sentEvent = 'write-sent'

const uuids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
/** Characters beyond which no name of an operation or a person goes on. */
const longest = 200

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined)

/** A line of the log, whatever its collector put around it; undefined for other lines, null for those that are not wanted. */
function sentIn(line: string, environment: Environment): SentRequest | null | undefined {
  const start = line.indexOf('{')
  if (start < 0) return undefined
  let entry: unknown
  try {
    entry = JSON.parse(line.slice(start, line.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
  if (!isObject(entry)) return undefined
  // The lines of any call and of the audit log: their IDs are not those of a write that left.
  if (entry.msg === 'request' || entry.msg === 'audit') return null
  if (typeof entry.event !== 'string') return undefined
  const [id] = String(entry.intent ?? '').match(uuids) ?? []
  if (entry.event !== sentEvent || entry.environment !== environment || !id) return null
  const time = textOf(entry.time)
  return {
    id: id.toLowerCase(),
    operation: textOf(entry.operation),
    person: textOf(entry.subject),
    ...(time !== undefined && isTimestamp(time) && { sent_at: time }),
  }
}

/** The requests of an environment that a text names, each once: by lines of Mintdesk's log, or else by any UUID in a line. */
export function sentRequestsIn(text: string, environment: Environment): SentRequest[] {
  const found = new Map<string, SentRequest>()
  for (const line of text.split('\n')) {
    const sent = sentIn(line, environment)
    const named = sent === undefined ? (line.match(uuids) ?? []).map((id) => ({ id: id.toLowerCase() })) : [sent]
    for (const request of named) if (request && !found.has(request.id)) found.set(request.id, request)
  }
  return [...found.values()]
}

/** When a UUID was made, in ms since 1970, if it says so (RFC 9562, version 7). */
export function madeAt(id: string): number | undefined {
  const hex = id.replaceAll('-', '')
  return hex[12] === '7' ? Number.parseInt(hex.slice(0, 12), 16) : undefined
}
