/** The log: JSON lines, one for each request and one for each security event (README, "Logs"). */
import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../settings'

export type Log = Logger

/**
 * Names whose values never reach the log, at up to three levels of what is logged. Nothing logged is meant to hold them;
 * this is the second line of defence.
 */
const secretNames = [
  ...['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'code', 'id_token'],
  ...['client_secret', 'access_token', 'refresh_token', 'clientSecret', 'accessToken'],
  ...['account_number', 'routing_number', 'iban', 'body', 'answer'],
]

const redact = {
  paths: secretNames.flatMap((name) => ['', '*', '*.*'].map((above) => `${above}["${name}"]`)),
  censor: '[removed]',
}

/** @param destination where lines go; by default standard output */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
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
