/** Spec, "Token request", "Token response" and "Authentication". */
import * as z from 'zod/mini'
import { FilledText, named, Opaque, object, optional, required } from './value-schemas'

/** `scope` is optional in RFC 6749; the spec sends it always. */
export const TokenRequest = named(
  'TokenRequest',
  'Form data. Other names are ignored (RFC 6749, section 3.2).',
  object({
    grant_type: required(z.literal('client_credentials'), 'Client credentials are the only grant.'),
    client_id: required(FilledText, 'Client ID.'),
    client_secret: required(FilledText, 'Client secret.'),
    scope: optional(
      Opaque,
      'Space-delimited scopes. One scope that the client may not have refuses the request. Without `scope` the client ' +
        'gets all of its scopes.',
    ),
  }),
  { additionalProperties: true },
)
export type TokenRequest = z.infer<typeof TokenRequest>

export const Token = named(
  'Token',
  'A bearer token.',
  object({
    access_token: required(Opaque.check(z.minLength(1)), 'Bearer token.'),
    expires_in: required(
      z
        .int({ error: 'Expires in must be a whole number of seconds.' })
        .check(z.minimum(1, { error: 'Expires in must be at least 1 second.' })),
      'Lifetime in seconds.',
    ),
    scope: required(Opaque, 'Granted scopes, space delimited.'),
    token_type: required(z.literal('bearer'), 'Always `bearer`.'),
  }),
)
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
