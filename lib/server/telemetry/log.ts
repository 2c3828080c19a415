/** The log: JSON lines, one for each request and one for each security event (docs/looking-after.md, "Telemetry"). */
import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../settings'

export type Log = Logger

/**
 * Names whose values never reach the log, at whatever level of what is logged. Nothing logged is meant to hold them; this
 * is the second line of defence.
 */
const secretNames = new Set([
  ...['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'code', 'id_token', 'signature'],
  ...['client_secret', 'access_token', 'refresh_token', 'clientsecret', 'accesstoken'],
  ...['account_number', 'routing_number', 'iban', 'amount', 'memo', 'body', 'answer', 'url', 'query'],
  // A person is their subject in the log.
  ...['name', 'person', 'email'],
])
const removed = '[removed]'
/** Levels beyond which nothing is logged, so that what refers to itself ends. */
const deepest = 5

/** A copy of what is logged without the values of secret names, and with errors as their trace. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return traceOf(value)
  if (depth > deepest) return removed
  if (Array.isArray(value)) return value.map((inner) => withoutSecrets(inner, depth + 1))
  return membersWithoutSecrets(value, depth)
}

const membersWithoutSecrets = (value: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.has(name.toLowerCase()) ? removed : withoutSecrets(inner, depth + 1),
    ]),
  )

/** @param destination where lines go; by default standard output */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Pino's own redaction takes eight times as long as the rest of a line, because each name is one path per level.
    formatters: { log: (logged: object) => membersWithoutSecrets(logged) },
  }
  return pino(options, destination ?? pino.destination({ dest: 1, sync: false, minLength: 0 }))
}

/**
 * What the log may say of an error: classes and codes down its causes, and the first place in our own code. Never its
 * message, which may hold an account number or a connection string.
 */
export function traceOf(error: unknown): { reason?: string; at?: string } {
  if (!(error instanceof Error)) return error === undefined ? {} : { reason: typeof error }
  const { name, code, errcode, cause, message, stack = '' }: Error & { code?: unknown; errcode?: unknown } = error
  const inner = traceOf(cause)
  // A message can contain lines that look like places.
  const place = stack
    .replace(message, '')
    .split('\n')
    .find((line) => /^ +at /.test(line) && !/node_modules|node:|\(native\)/.test(line))
  const own = [name, code, errcode].filter((part) => part !== undefined).join(' ')
  return {
    reason: inner.reason ? `${own}, caused by ${inner.reason}` : own,
    at: place?.trim().slice('at '.length) ?? inner.at,
  }
}
