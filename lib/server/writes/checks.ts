/** Checks what a browser wants to write, before anything is recorded. */

import { checkForm, checkIdentity, type RawInput } from '../../provider/check'
import type { Environment } from '../../provider/environments'
import type { WriteName } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { Settings } from '../settings'
import { writeLimit } from './states'

/** Bytes of a body that the provider accepts (docs/provider.md, "What our sandbox chooses"); no form here comes near it. */
export const bodyLimit = 64 * 1024
export const bodyTooLarge = (detail?: string) =>
  new ProblemError(413, 'body-too-large', 'The body is larger than 64 KiB.', detail === undefined ? {} : { detail })

export type WriteInput = { path?: Record<string, string>; body?: unknown }

/**
 * Checks a write by the schemas of its row, and by what this environment requires.
 * @throws ProblemError 400 `invalid-input`; nothing was recorded
 */
export function checkWrite(
  { requiresIdentity }: Pick<Settings, 'requiresIdentity'>,
  environment: Environment,
  name: WriteName,
  raw: RawInput,
): WriteInput {
  const input: WriteInput = checkForm<WriteName>(name, raw)
  if (requiresIdentity[environment]) checkIdentity(name, input.body)
  return input
}

/** Milliseconds that a write may take, including the wait that an order asks for. */
export function timeLimitOf(body: string): number {
  const { await_fill_millis: millis }: { await_fill_millis?: unknown } = JSON.parse(body)
  return writeLimit + (typeof millis === 'number' ? millis : 0)
}
