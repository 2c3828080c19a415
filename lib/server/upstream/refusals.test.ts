import type { Dispatcher } from 'undici'
import { describe, expect, test } from 'vitest'
import { rowOf } from '../../provider/operations'
import { refusalFrom } from './refusals'
import { Secrets } from './secrets'

const advice = 'PUT /v2/transfer/crypto-destination-address with travelrule_metadata and retry the call.'

/** The problem that the console makes of a refusal. */
function problemOf(status: number, body: object, name: 'createRule' | 'listTransfers' = 'createRule') {
  const headers = { 'content-type': 'application/problem+json' }
  const answer = { statusCode: status, headers } as unknown as Dispatcher.ResponseData
  const received = { answer, secrets: new Secrets([]), limitedInARow: 0, at: 0, isTimed: true }
  return refusalFrom(received, JSON.stringify(body), rowOf(name)).problem
}
const typed = (type: string, more: object = {}) => ({ type, title: 'No.', detail: advice, ...more })
const base = 'https://provider.example/docs/v2/problems'

describe('A refusal', () => {
  test.each([
    ['travel-rule-information-required', 403, /no travel rule details for this destination/, /No money was sent\. Add/],
    ['identity-verification-required', 403, /must verify an identity/, /No money was sent\. Complete/],
    ['unsupported-address', 403, /does not support this address/, /No money was sent\. Check that the address/],
    ['unsupported-address', 422, /does not support this address/, /another destination/],
    ['expired', 403, /has expired/, /No money was sent\. It cannot be renewed/],
    ['gone', 410, /no longer offers this/, /No money was sent\. Trying again does not help/],
    ['endpoint-retired', 410, /no longer offers this/, /No money was sent\. Trying again does not help/],
  ])('%s (%i) says what happened, that no money was sent, and what to do next', (kind, status, title, detail) => {
    const problem = problemOf(status, typed(`${base}/${kind}`))
    expect(problem).toMatchObject({ status, type: `/problems/${kind}` })
    expect(problem.title).toMatch(title)
    expect(problem.detail).toMatch(detail)
    // Advice on calls that this console cannot make is for the provider's support, not for the page.
    expect(problem.detail).not.toContain('PUT')
    expect(problem.meta?.service_detail).toBe(advice)
  })

  test('of status 410 says so whatever its body is', () => {
    expect(problemOf(410, {})).toMatchObject({ status: 410, type: '/problems/gone' })
  })

  test('is read from a code, capitals, a trailing slash or a fragment', () => {
    const kind = 'travel-rule-information-required'
    for (const body of [
      typed(`${base}/${kind}/`),
      typed(`${base}#${kind}`),
      { code: 'TRAVEL_RULE_INFORMATION_REQUIRED', message: advice },
      typed('about:blank', { code: kind }),
    ])
      expect(problemOf(403, body)).toMatchObject({ type: `/problems/${kind}` })
  })

  test('for want of funds names the amounts as the provider wrote them', () => {
    const meta = { profile_id: 'p-1', asset: 'USD', available: '50.00', needed: '100' }
    const problem = problemOf(403, typed(`${base}/insufficient-funds`, { meta }))
    expect(problem.detail).toBe(
      '50.00 USD is available, and this needs 100 USD. No money was sent. Fund the profile or enter a smaller amount, then send again.',
    )
    expect(problemOf(403, typed(`${base}/insufficient-funds`)).detail).toMatch(/^No money was sent\. Fund/)
  })

  test('whose reason matters keeps it', () => {
    const detail = 'The market moved too far.'
    expect(problemOf(403, typed(`${base}/rejected`, { detail })).detail).toBe(
      `${detail} No money was sent. Check what it asks for, then send again.`,
    )
  })

  test('of a member says so at the member, in the same words', () => {
    const errors = [{ field: 'destination.crypto.address', message: advice }]
    const problem = problemOf(403, typed(`${base}/unsupported-address`, { errors }))
    expect(problem.errors).toEqual([
      { field: 'destination.crypto.address', message: `${problem.title} ${problem.detail}` },
    ])
  })

  test('of a read says that nothing was changed', () => {
    expect(problemOf(410, {}, 'listTransfers').detail).toMatch(/^Nothing was changed\./)
  })

  test('that leaves open what was done is never said to have sent no money', () => {
    for (const status of [408, 409, 499, 500, 503])
      expect(problemOf(status, typed(`${base}/insufficient-funds`)).detail).toBe(advice)
  })

  test('of a kind without words keeps the reason of the provider', () => {
    expect(problemOf(403, typed(`${base}/profile-frozen`))).toMatchObject({
      type: '/problems/profile-frozen',
      title: 'The provider does not allow this.',
      detail: advice,
    })
  })
})
