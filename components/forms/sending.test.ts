import { describe, expect, test } from 'vitest'
import { ProblemError, type ProblemKind } from '@/lib/api/problem'
import type { FieldError } from '@/lib/api/sentences'
import { classifyFailure } from './sending'

const problem = (status: number, kind: ProblemKind, state?: string, errors?: FieldError[]) =>
  new ProblemError(status, kind, 'No.', { meta: state ? { intent_state: state } : undefined, errors })
const atPrice = [{ field: 'price', message: 'Too low.' }]

describe('what follows a write that was not simply done', () => {
  test('is the page of its intent where nobody knows how it ended, or it ended elsewhere', () => {
    expect(classifyFailure(problem(504, 'unknown-outcome', 'unknown'))).toEqual({ to: 'result' })
    expect(classifyFailure(problem(409, 'already-exists', 'confirmed'))).toEqual({ to: 'result' })
    expect(classifyFailure(problem(503, 'console-busy', 'sent'))).toEqual({ to: 'result' })
  })
  test('is the form where fields are wrong; another intent only where the service refused this one', () => {
    expect(classifyFailure(problem(400, 'invalid-input', 'refused', atPrice))).toEqual({
      to: 'fields',
      errors: atPrice,
      isOver: true,
      isTaken: false,
    })
    const atReference = [{ field: 'ref_id', message: 'Used before.' }]
    expect(classifyFailure(problem(409, 'already-exists', 'refused', atReference))).toMatchObject({ isTaken: true })
    for (const state of [undefined, 'prepared'])
      expect(classifyFailure(problem(400, 'invalid-input', state, atPrice))).toMatchObject({
        to: 'fields',
        isOver: false,
      })
  })
  test('is the same page where a refusal names no field', () => {
    const refused = { to: 'stay', why: 'refused' }
    expect(classifyFailure(problem(403, 'insufficient-funds', 'refused'))).toEqual(refused)
    expect(classifyFailure(problem(403, 'business-rule', 'refused', [{ field: '', message: 'No.' }]))).toEqual(refused)
  })
  test('is another press where nothing left, or nobody was heard', () => {
    expect(classifyFailure(problem(502, 'token-refused', 'prepared'))).toEqual({ to: 'stay', why: 'kept' })
    expect(classifyFailure(problem(503, 'console-unreachable'))).toEqual({ to: 'stay', why: 'unheard' })
    expect(classifyFailure(problem(500, 'internal-error'))).toEqual({ to: 'stay', why: 'unheard' })
    expect(classifyFailure(problem(403, 'not-permitted'))).toEqual({ to: 'stay', why: 'not-taken' })
    expect(classifyFailure(problem(409, 'intent-reused', 'confirmed'))).toEqual({ to: 'stay', why: 'reused' })
  })
  test("a gateway's answer keeps the same intent", () => {
    for (const status of [502, 503, 504, 429])
      expect(classifyFailure(problem(status, 'console-unreachable'))).toEqual({ to: 'stay', why: 'unheard' })
  })
  test('is what the console knows of its request where its database fails', () => {
    const failed = (state?: string) => classifyFailure(problem(503, 'database-unavailable', state))
    expect(failed('prepared')).toEqual({ to: 'stay', why: 'kept' })
    expect(failed('sent')).toEqual({ to: 'result' })
    expect(failed('unknown')).toEqual({ to: 'result' })
    expect(failed()).toEqual({ to: 'stay', why: 'unheard' })
  })
  test('a changed person asks for a reload, whatever else the answer says', () => {
    const changed = { to: 'stay', why: 'person-changed' }
    expect(classifyFailure(problem(409, 'person-changed'))).toEqual(changed)
    expect(classifyFailure(problem(409, 'person-changed', 'prepared', atPrice))).toEqual(changed)
  })
  test('is the door where the session is over', () => {
    expect(classifyFailure(problem(401, 'session-ended'))).toEqual({ to: 'sign-in' })
  })
})
