import { NextRequest } from 'next/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answering } from './answering'

const request = new NextRequest('http://localhost:3000/api/sandbox/intents')
const secret = 'postgres://mintdesk:hunter2@db/desk account 000123456789'

/** Answers a call that fails so. @returns the answer, and the line that it left in the log */
async function failed(thrown: unknown) {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const answer = await answering(request, () => Promise.reject(thrown))
  return { answer, text: await answer.text(), line: String(log.mock.calls[0]?.[0] ?? '') }
}
afterEach(() => vi.restoreAllMocks())

describe('A call that fails', () => {
  it('leaves the class, the codes and the place of the error in the log, and never its text', async () => {
    const cause = Object.assign(new RangeError(`${secret}\n    at ${secret}`), { code: 'E_INNER' })
    const { answer, text, line } = await failed(new TypeError(secret, { cause }))
    expect(answer.status).toBe(500)
    expect(JSON.parse(line)).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      type: '/problems/internal-error',
      reason: 'TypeError, caused by RangeError E_INNER',
      at: expect.stringContaining('answering.test.ts'),
    })
    expect(`${line}${text}`).not.toMatch(/hunter2|000123456789/)
  })

  it('because of the database is answered with 503 and a time to try again, and its code is in the log', async () => {
    const { answer, text, line } = await failed(
      Object.assign(new Error(secret), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    )
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(text)).toMatchObject({ type: '/problems/database-unavailable', meta: { retry_after: 5 } })
    expect(line).toContain('Error ERR_SQLITE_ERROR 13')
    expect(`${line}${text}`).not.toMatch(/hunter2|000123456789/)
  })
})
