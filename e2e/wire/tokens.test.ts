/** Spec, "Token request" and "Token response": typed by hand from its text. */

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors, fieldMessage } from '@/lib/provider/field-errors'
import { mintingScopes, Token, TokenRequest } from '@/lib/provider/tokens'
import { accepts, type CheckResult, refuses } from './wire'

function result(schema: z.core.$ZodType, input: unknown): CheckResult {
  const parsed = z.safeParse(schema, input, { error: fieldMessage })
  return parsed.success ? { operation: 'listTransfers', input: parsed.data } : { errors: fieldErrors(parsed.error) }
}
/** The request is form data, the answer JSON. */
const form = (text: string) => result(TokenRequest, Object.fromEntries(new URLSearchParams(text)))
const answer = (text: string) => result(Token, JSON.parse(text))

accepts(
  [
    'grant_type=client_credentials&client_id=a&client_secret=b&scope=transfer%3Aread_transfer',
    'grant_type=client_credentials&client_id=a&client_secret=b&scope=transfer:read_transfer+exchange:write_order',
    'grant_type=client_credentials&client_id=a&client_secret=b',
  ],
  form,
)
refuses(
  [
    ['grant_type=password&client_id=a&client_secret=b', 'grant_type', /^Grant type must be client_credentials\.$/],
    ['client_id=a&client_secret=b', 'grant_type', /^Grant type is required\.$/],
    ['grant_type=client_credentials&client_secret=b', 'client_id', /^Client ID is required\.$/],
    ['grant_type=client_credentials&client_id=&client_secret=b', 'client_id', /cannot be empty/],
    ['grant_type=client_credentials&client_id=a', 'client_secret', /^Client secret is required\.$/],
    ['grant_type=client_credentials&client_id=a&client_secret=b&scopes=x', 'scopes', /Did you mean "scope"\?$/],
  ],
  form,
)

accepts(['{"access_token":"t","expires_in":3599,"scope":"transfer:read_transfer","token_type":"bearer"}'], answer)
refuses(
  [
    ['{"expires_in":3599,"scope":"s","token_type":"bearer"}', 'access_token', /is required/],
    ['{"access_token":"","expires_in":3599,"scope":"s","token_type":"bearer"}', 'access_token', /cannot be empty/],
    ['{"access_token":"t","expires_in":"3599","scope":"s","token_type":"bearer"}', 'expires_in', /whole number of/],
    ['{"access_token":"t","expires_in":0,"scope":"s","token_type":"bearer"}', 'expires_in', /at least 1 second/],
    ['{"access_token":"t","expires_in":3599,"token_type":"bearer"}', 'scope', /^Scope is required\.$/],
    ['{"access_token":"t","expires_in":3599,"scope":"s","token_type":"mac"}', 'token_type', /must be bearer/],
  ],
  answer,
)

test('the scopes that together cover minting, redeeming and converting are the sixteen of the spec', () => {
  expect(mintingScopes.join(' ')).toBe(
    'orchestration:read_orchestration orchestration:write_orchestration orchestration:read_orchestration_rule orchestration:write_orchestration_rule funding:read_profile funding:write_profile transfer:read_deposit_address transfer:read_transfer transfer:read_fiat_account transfer:read_fiat_deposit_instructions transfer:write_internal_transfer transfer:write_crypto_withdrawal transfer:write_deposit_address transfer:write_fiat_account transfer:write_fiat_deposit_instructions transfer:write_fiat_withdrawal',
  )
})
