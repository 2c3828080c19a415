import { describe, expect, test } from 'vitest'
import type { FieldError } from '@/lib/api/field-errors'
import { ProblemError, type ProblemKind } from '@/lib/api/problem'
import { classifyFailure } from './sending'

const problem = (status: number, kind: ProblemKind, state?: string, errors?: FieldError[]) =>
  new ProblemError(status, kind, 'No.', { meta: state ? { intent_state: state } : undefined, errors })
const atPrice = [{ field: 'price', message: 'Too low.' }]

describe('a failed write', () => {
  test("opens the intent's page if its outcome is unknown or decided elsewhere", () => {
    expect(classifyFailure(problem(504, 'unknown-outcome', 'unknown'))).toEqual({ to: 'result' })
    expect(classifyFailure(problem(409, 'already-exists', 'confirmed'))).toEqual({ to: 'result' })
    expect(classifyFailure(problem(503, 'console-busy', 'sent'))).toEqual({ to: 'result' })
  })
  test('opens the form if fields are wrong, with a new intent only after a refusal', () => {
    expect(classifyFailure(problem(400, 'invalid-input', 'refused', atPrice))).toEqual({
      to: 'fields',
      errors: atPrice,
      isRefused: true,
      isDuplicate: false,
    })
    const atReference = [{ field: 'ref_id', message: 'Used before.' }]
    expect(classifyFailure(problem(409, 'already-exists', 'refused', atReference))).toMatchObject({ isDuplicate: true })
    for (const state of [undefined, 'prepared'])
      expect(classifyFailure(problem(400, 'invalid-input', state, atPrice))).toMatchObject({
        to: 'fields',
        isRefused: false,
      })
  })
  test('stays on the page if a refusal names no field', () => {
    const refused = { to: 'stay', why: 'refused' }
    expect(classifyFailure(problem(403, 'insufficient-funds', 'refused'))).toEqual(refused)
    expect(classifyFailure(problem(403, 'business-rule', 'refused', [{ field: '', message: 'No.' }]))).toEqual(refused)
  })
  test('can be repeated if nothing was sent or no answer came', () => {
    expect(classifyFailure(problem(502, 'token-refused', 'prepared'))).toEqual({ to: 'stay', why: 'prepared' })
    expect(classifyFailure(problem(503, 'console-unreachable'))).toEqual({ to: 'stay', why: 'no-answer' })
    expect(classifyFailure(problem(500, 'internal-error'))).toEqual({ to: 'stay', why: 'no-answer' })
    expect(classifyFailure(problem(403, 'not-permitted'))).toEqual({ to: 'stay', why: 'not-recorded' })
    expect(classifyFailure(problem(409, 'intent-reused', 'confirmed'))).toEqual({ to: 'stay', why: 'reused' })
  })
  test("keeps its intent after a gateway's answer", () => {
    for (const status of [502, 503, 504, 429])
      expect(classifyFailure(problem(status, 'console-unreachable'))).toEqual({ to: 'stay', why: 'no-answer' })
  })
  test("follows the console's state of the request if its database fails", () => {
    const failed = (state?: string) => classifyFailure(problem(503, 'database-unavailable', state))
    expect(failed('prepared')).toEqual({ to: 'stay', why: 'prepared' })
    expect(failed('sent')).toEqual({ to: 'result' })
    expect(failed('unknown')).toEqual({ to: 'result' })
    expect(failed()).toEqual({ to: 'stay', why: 'no-answer' })
  })
  test('asks for a reload if the person changed, whatever else the answer says', () => {
    const changed = { to: 'stay', why: 'person-changed' }
    expect(classifyFailure(problem(409, 'person-changed'))).toEqual(changed)
    expect(classifyFailure(problem(409, 'person-changed', 'prepared', atPrice))).toEqual(changed)
  })
  test('asks to sign in after the session ended', () => {
    expect(classifyFailure(problem(401, 'session-ended'))).toEqual({ to: 'sign-in' })
  })
})
