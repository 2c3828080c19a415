import { NextRequest } from 'next/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../../provider/problem'
import { bytesOf } from './body'

const kilobyte = new Uint8Array(1024)

/** A request with a body of so many kilobytes, which then ends or stays open; and how many of them were read. */
function upload(kilobytes: number, isEnding = true) {
  const read = { kilobytes: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.kilobytes < kilobytes) {
          read.kilobytes += 1
          controller.enqueue(kilobyte)
        } else if (isEnding) controller.close()
        else return new Promise(() => undefined)
      },
      cancel() {
        read.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const request = new NextRequest('http://localhost:3000/api', { method: 'POST', body, duplex: 'half' })
  return { request, read }
}

async function refusal(request: NextRequest): Promise<ProblemError> {
  const thrown = await bytesOf(request).catch((error: unknown) => error)
  if (thrown instanceof ProblemError) return thrown
  throw new Error('The body was taken.')
}

afterEach(() => vi.useRealTimers())

describe('A body', () => {
  it('of 64 KiB is accepted', async () => {
    expect(await bytesOf(upload(64).request)).toHaveLength(64 * 1024)
    expect(await bytesOf(new NextRequest('http://localhost:3000/api', { method: 'POST' }))).toHaveLength(0)
  })

  it('that is too large is read to its end and refused, so that its connection can be reused', async () => {
    const { request, read } = upload(200)
    const { problem, headers } = await refusal(request)
    expect(problem.status).toBe(413)
    expect(headers).toEqual({})
    expect(read).toEqual({ kilobytes: 200, isCancelled: false })
  })

  it('that is much too large closes its connection', async () => {
    const { request, read } = upload(1_000_000)
    const { problem, headers } = await refusal(request)
    expect(problem.status).toBe(413)
    expect(headers).toEqual({ connection: 'close' })
    expect(read.kilobytes).toBeLessThan(5_000)
  })

  it.each([
    ['and is short', 1, 408, 10_000],
    ['and is too large', 100, 413, 2_000],
  ])('that never ends %s is refused in time, and closes its connection', async (_, kilobytes, status, millis) => {
    vi.useFakeTimers()
    const refused = refusal(upload(kilobytes, false).request)
    await vi.advanceTimersByTimeAsync(millis)
    const { problem, headers } = await refused
    expect(problem.status).toBe(status)
    expect(headers).toEqual({ connection: 'close' })
  })

  it('that breaks off is refused', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('The connection is gone.')) })
    const request = new NextRequest('http://localhost:3000/api', { method: 'POST', body, duplex: 'half' })
    expect((await refusal(request)).problem.status).toBe(400)
  })
})
