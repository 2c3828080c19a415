/** Serves the file of an export: whole, in ranges, or as it grows. */

import { ProblemError } from '../../../provider/problem'
import { type Clock, wait } from '../../../server/clock'
import { byteStream } from '../../../server/http/line-stream'
import type { ExportFormat } from '../interface'
import type { ExportJobRow, ExportJobs, PartEntry } from './jobs'

/** Milliseconds between two looks at a file that grows. */
const pollEvery = 500

const types: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' }

/** A part of the file in bytes: from the first to the last. */
type ByteRange = { first: number; last: number }

/**
 * The range that a request asks for (RFC 9110, 14). Several ranges, other units and malformed ones mean the whole file.
 * @returns 'outside' if the file has no such bytes
 */
export function byteRange(header: string | null, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return to === '0' || size === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= size) return 'outside'
  return { first: Number(from), last: Math.min(size - 1, to === '' ? size - 1 : Number(to)) }
}

/** The pieces of a complete file. */
async function* piecesOf(jobs: ExportJobs, id: string, { first, last }: ByteRange) {
  let at = 0
  for (const part of await jobs.parts(id)) {
    if (at + part.bytes > first && at <= last)
      yield (await jobs.content(id, part)).subarray(Math.max(0, first - at), last + 1 - at)
    at += part.bytes
  }
}

const cutOff = () => new Error('The export ended before its file was complete.')

/**
 * The pieces of a file while it is made.
 * @throws Error if it is never complete, or another attempt writes it anew, which breaks the download off, so that no one
 *   takes it for the whole file
 */
async function* growingPieces(jobs: ExportJobs, clock: Clock, first: ExportJobRow, signal: AbortSignal) {
  let given: PartEntry | undefined
  let job: ExportJobRow | undefined = first
  while (job) {
    const parts = await jobs.parts(job.id)
    if (given && parts[given.number]?.attempt !== given.attempt) throw cutOff()
    for (const part of parts.slice(given ? given.number + 1 : 0)) {
      yield await jobs.content(job.id, part)
      given = part
    }
    if (job.state === 'complete') return
    if (job.state !== 'waiting' && job.state !== 'running') throw cutOff()
    await wait(clock, pollEvery, signal)
    job = await jobs.find(first.environment as 'sandbox', first.id)
  }
  throw cutOff()
}

type FileRequest = { headers: Pick<Headers, 'get'>; signal: AbortSignal }

/** @throws ProblemError 409 if the export ended without a file */
export function fileAnswer(
  jobs: ExportJobs,
  clock: Clock,
  job: ExportJobRow,
  format: ExportFormat,
  request: FileRequest,
) {
  const common = {
    'content-type': types[format],
    'content-disposition': `attachment; filename="${job.file}"`,
    // Packed again on the way, its ranges would be those of another file.
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
  }
  if (job.state === 'failed' || job.state === 'cancelled')
    throw new ProblemError(409, 'no-such-export', 'This export has no file.', {
      detail: job.reason ?? 'It was cancelled before it was complete. Start it again.',
    })
  if (job.state !== 'complete')
    return new Response(byteStream(growingPieces(jobs, clock, job, request.signal)), { headers: common })
  const etag = `"${job.sha256}"`
  const { headers } = request
  const ifRange = headers.get('if-range')
  const range = ifRange === null || ifRange === etag ? byteRange(headers.get('range'), job.bytes) : undefined
  const complete = { ...common, etag, 'accept-ranges': 'bytes' }
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...complete, 'content-range': `bytes */${job.bytes}` } })
  const { first, last } = range ?? { first: 0, last: job.bytes - 1 }
  return new Response(byteStream(piecesOf(jobs, job.id, { first, last })), {
    status: range ? 206 : 200,
    headers: {
      ...complete,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${job.bytes}` }),
    },
  })
}
