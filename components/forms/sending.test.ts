import { describe, expect, test } from 'vitest'
import type { FieldError } from '@/lib/provider/field-errors'
import { ProblemError, type ProblemKind } from '@/lib/provider/problem'
import { classifyFailure } from './sending'

const problem = (status: number, kind: ProblemKind, state?: string, errors?: FieldError[]) =>
  new ProblemError(status, kind, 'No.', { meta: state ? { intent_state: state } : undefined, errors })
const atPrice = [{ field: 'price', message: 'Too low.' }]

describe('a failed write', () => {
  test("opens the intent's page if its outcome is unknown or decided elsewhere", () => {
    expect(classifyFailure(problem(504, 'unknown-outcome', 'unknown'))).toEqual({ why: 'result' })
    expect(classifyFailure(problem(409, 'already-exists', 'confirmed'))).toEqual({ why: 'result' })
    expect(classifyFailure(problem(503, 'console-busy', 'sent'))).toEqual({ why: 'result' })
  })
  test('opens the form if fields are wrong, with a new intent only after a refusal', () => {
    const refused = classifyFailure(problem(400, 'invalid-input', 'refused', atPrice))
    expect(refused).toEqual({ why: 'refused', errors: atPrice })
    const atReference = [{ field: 'ref_id', message: 'Used before.' }]
    const duplicate = classifyFailure(problem(409, 'already-exists', 'refused', atReference))
    expect(duplicate).toEqual({ why: 'duplicate', errors: atReference })
    const prepared = classifyFailure(problem(400, 'invalid-input', 'prepared', atPrice))
    expect(prepared).toEqual({ why: 'prepared', errors: atPrice })
    const rejected = classifyFailure(problem(400, 'invalid-input', undefined, atPrice))
    expect(rejected).toEqual({ why: 'not-recorded', errors: atPrice })
  })
  test('stays on the page if a refusal names no field', () => {
    const refused = { why: 'refused' }
    expect(classifyFailure(problem(403, 'insufficient-funds', 'refused'))).toEqual(refused)
    expect(classifyFailure(problem(403, 'business-rule', 'refused', [{ field: '', message: 'No.' }]))).toEqual(refused)
  })
  test('can be repeated if nothing was sent or no answer came', () => {
    expect(classifyFailure(problem(502, 'token-refused', 'prepared'))).toEqual({ why: 'prepared' })
    expect(classifyFailure(problem(503, 'console-unreachable'))).toEqual({ why: 'no-answer' })
    expect(classifyFailure(problem(500, 'internal-error'))).toEqual({ why: 'no-answer' })
    expect(classifyFailure(problem(403, 'not-permitted'))).toEqual({ why: 'not-recorded' })
    expect(classifyFailure(problem(409, 'intent-reused', 'confirmed'))).toEqual({ why: 'reused' })
  })
  test("keeps its intent after a gateway's answer", () => {
    for (const status of [502, 503, 504, 429])
      expect(classifyFailure(problem(status, 'console-unreachable'))).toEqual({ why: 'no-answer' })
  })
  test("follows the console's state of the request if its database fails", () => {
    const failed = (state?: string) => classifyFailure(problem(503, 'database-unavailable', state))
    expect(failed('prepared')).toEqual({ why: 'prepared' })
    expect(failed('sent')).toEqual({ why: 'result' })
    expect(failed('unknown')).toEqual({ why: 'result' })
    expect(failed()).toEqual({ why: 'no-answer' })
  })
  test('asks for a reload if the person changed, whatever else the answer says', () => {
    const changed = { why: 'person-changed' }
    expect(classifyFailure(problem(409, 'person-changed'))).toEqual(changed)
    expect(classifyFailure(problem(409, 'person-changed', 'prepared', atPrice))).toEqual(changed)
  })
  test('asks what to do if a movement has other content, or was withdrawn', () => {
    for (const kind of ['movement-reused', 'movement-withdrawn'] as const)
      expect(classifyFailure(problem(409, kind))).toEqual({ why: 'reused' })
  })
  test('asks to sign in after the session ended', () => {
    expect(classifyFailure(problem(401, 'session-ended'))).toEqual({ why: 'sign-in' })
  })
})
