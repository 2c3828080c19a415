/** Reads a post-filtered list from the console, line by line. */

import { consolePath } from '../api/console/operations'
import type { PostFilterLine } from '../api/console/post-filter'
import { viewLists } from '../api/console/saved-views'
import type { Environment } from '../api/environments'
import type { ScannedList } from '../api/provider/scanned-lists'
import { exactJson } from '../domain/exact-json'
import { problemIn, streamedLines } from './line-stream'

/** The path of a list's page, which also names it at the console. */
const pathOf = (list: ScannedList) => Object.entries(viewLists).find(([, name]) => name === list)?.[0]

/**
 * The lines of one request.
 * @param body see PostFilterRequest
 * @throws ProblemError if it was refused, failed or broke off; AbortError where the signal ended it
 */
export async function* postFilteredLines(
  environment: Environment,
  list: ScannedList,
  body: object,
  signal: AbortSignal,
) {
  const url = consolePath(environment, 'readPostFiltered', { list: pathOf(list) ?? '' })
  const isLast = ({ kind }: PostFilterLine) => kind === 'end' || kind === 'problem'
  for await (const line of streamedLines<PostFilterLine>(url, body, { read: exactJson, isLast }, signal)) {
    signal.throwIfAborted()
    if (line.kind === 'problem') throw problemIn(line.problem)
    yield line
  }
}
