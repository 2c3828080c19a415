/** Settings of the sandbox from environment variables. */
import { join } from 'node:path'
import { defaultTransfers, maximumTransfers } from './seed/seed'

export type Settings = { host: string; port: number; transfers: number; folder: string; controlToken?: string }

/** An invalid variable; the message names it and says how to fix it. */
export class SettingError extends Error {}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, absent: number, least: number, most: number): number {
  const text = env[name]?.trim()
  if (!text) return absent
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new SettingError(`${name} is "${text}": set it to a whole number from ${least} to ${most}, or leave it out.`)
}

/** The token of control; undefined disables control. The error does not quote it, because it is a secret. */
function tokenOf(env: NodeJS.ProcessEnv): string | undefined {
  const token = env.SANDBOX_CONTROL_TOKEN?.trim()
  if (!token || /^[!-~]{16,200}$/.test(token)) return token || undefined
  throw new SettingError(
    'SANDBOX_CONTROL_TOKEN must have 16 to 200 printable ASCII characters without spaces, or be left out.',
  )
}

/**
 * Reads SANDBOX_HOST (127.0.0.1), SANDBOX_PORT (4010), SANDBOX_TRANSFERS (5000), MINTDESK_DATA (.data) and
 * SANDBOX_CONTROL_TOKEN (none).
 * @throws SettingError
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    host: env.SANDBOX_HOST?.trim() || '127.0.0.1',
    port: wholeNumber(env, 'SANDBOX_PORT', 4010, 0, 65_535),
    transfers: wholeNumber(env, 'SANDBOX_TRANSFERS', defaultTransfers, 0, maximumTransfers),
    // A separate folder, so that --reset deletes nothing else.
    folder: join(env.MINTDESK_DATA?.trim() || '.data', 'sandbox'),
    controlToken: tokenOf(env),
  }
}
