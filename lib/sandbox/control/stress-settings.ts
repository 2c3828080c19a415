/** The schema of a tenant's stress switches. All are off by default. */
import * as z from 'zod/mini'
import { type OperationName, operationNames } from '../../provider/operations'
import { refusalKinds } from '../../provider/refusals'
import { recordSchemas } from '../../provider/schemas'
import { tokenLifetime } from '../../provider/tokens'
import { object, whole } from '../../provider/value-schemas'
import { knownScopes } from '../clients'

/** The operations and the token request. */
export type StressTarget = OperationName | 'token'
export const stressTargets: readonly StressTarget[] = [...operationNames, 'token']

/** The members of the records in answers, which can be replaced or left out. */
const members = [...new Set(Object.values(recordSchemas).flatMap(({ shape }) => Object.keys(shape)))]

const list = <Entry extends z.core.SomeType>(entry: Entry) =>
  z._default(z.array(entry).check(z.maxLength(50, { error: 'Enter at most 50 entries.' })), [])

const off = z._default(z.boolean(), false)

/** An operation, every write, or if absent every operation and tokens. The first matching entry applies. */
const operation = z.optional(z.enum([...stressTargets, 'write']))
/** How often an entry applies. */
const times = z._default(whole(1, 1_000_000), 1)
/** Both forms of RFC 9110 were observed, and none at all (docs/provider.md, "Errors"). */
const retryAfter = {
  retry_after_seconds: z.optional(whole(0, 3600)),
  retry_after_form: z._default(z.enum(['SECONDS', 'DATE']), 'SECONDS'),
}

/** Observed error bodies (docs/provider.md, "Errors"). */
const ErrorBodyKind = z.enum(['PROBLEM', 'CODE', 'HTML', 'TEXT', 'NOTHING'])
export type ErrorBodyKind = z.infer<typeof ErrorBodyKind>

export const StressSettings = object({
  latency: list(object({ operation, millis: whole(0, 60_000) })),
  fail: list(
    object({
      operation,
      times,
      status: whole(400, 599),
      content: z._default(ErrorBodyKind, 'PROBLEM'),
      ...retryAfter,
      /** The last segment of the problem's `type`; by the status if absent. */
      kind: z.optional(z.enum(refusalKinds)),
    }),
  ),
  drop: list(object({ operation, times })),
  cut: list(object({ operation, times })),
  rate_limit: list(object({ operation, per_second: whole(0, 10_000), ...retryAfter })),
  token_lifetime_seconds: z._default(whole(1, 86_400), tokenLifetime),
  refused_scopes: list(z.enum(knownScopes)),
  cursor_on_short_page: off,
  quotes_under_items: off,
  nanoseconds: off,
  fiat_shape: z._default(z.enum(['TOP', 'IN_OWNER', 'BESIDE_WIRE', 'INSIDE_WIRE']), 'TOP'),
  masked_account_numbers: off,
  /** How absent optional members are written. */
  absent: z._default(z.enum(['LEFT_OUT', 'EMPTY', 'NULL']), 'LEFT_OUT'),
  platform_name: z._default(
    z
      .string()
      .check(
        z.regex(/^(?!INTERNAL$)[A-Z][A-Z0-9_]{0,30}$/, {
          error: 'Enter the name in capitals, like ACME. INTERNAL is reserved.',
        }),
      ),
    'PLATFORM',
  ),
  /** Replaces the values of record members. */
  replace: z._default(object(Object.fromEntries(members.map((name) => [name, z.optional(z.unknown())]))), {}),
  /** Adds members that the spec does not have. */
  add: z._default(z.record(z.string(), z.unknown()), {}),
  leave_out: list(z.enum(members)),
})
export type StressSettings = z.infer<typeof StressSettings>
export type Failure = StressSettings['fail'][number]
export type RetryAfter = Pick<Failure, 'retry_after_seconds' | 'retry_after_form'>
