/** Spec, "Token request", "Token response" and "Authentication". */
import * as z from 'zod/mini'
import { FilledText, Opaque, object } from '../value-schemas'

/** Form data, not JSON. `scope` is optional in RFC 6749; the spec sends it always. */
export const TokenRequest = object({
  grant_type: z.literal('client_credentials'),
  client_id: FilledText,
  client_secret: FilledText,
  scope: z.optional(Opaque),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** `expires_in` is seconds; `scope` is space delimited. */
export const Token = object({
  access_token: Opaque.check(z.minLength(1)),
  expires_in: z
    .int({ error: 'Expires in must be a whole number of seconds.' })
    .check(z.minimum(1, { error: 'Expires in must be at least 1 second.' })),
  scope: Opaque,
  token_type: z.literal('bearer'),
})
export type Token = z.infer<typeof Token>

/** "The shown lifetime is 3599 (59 minutes 59 seconds)." */
export const tokenLifetime = 3599

/** Spec, "Scopes that together cover minting, redeeming and converting". The console requests only those of its operations. */
export const mintingScopes = [
  'orchestration:read_orchestration',
  'orchestration:write_orchestration',
  'orchestration:read_orchestration_rule',
  'orchestration:write_orchestration_rule',
  'funding:read_profile',
  'funding:write_profile',
  'transfer:read_deposit_address',
  'transfer:read_transfer',
  'transfer:read_fiat_account',
  'transfer:read_fiat_deposit_instructions',
  'transfer:write_internal_transfer',
  'transfer:write_crypto_withdrawal',
  'transfer:write_deposit_address',
  'transfer:write_fiat_account',
  'transfer:write_fiat_deposit_instructions',
  'transfer:write_fiat_withdrawal',
] as const
