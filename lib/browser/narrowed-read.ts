/** Reads a narrowed list from the console, line by line. */
import { consolePath } from '../api/console/operations'
import type { Environment } from '../api/environments'
import { exactJson } from '../api/exact-json'
import type { NarrowedLine } from '../api/narrowed'
import { type ViewList, viewLists } from '../api/saved-views'
import type { ScannedList } from '../api/scanned-lists'
import { streamedLines } from './line-stream'

/** The path of a list's page, which also names it at the console. */
const pathOf = (list: ScannedList) => Object.keys(viewLists).find((path) => viewLists[path as ViewList] === list)

/**
 * The lines of one request.
 * @param body see NarrowedRequest
 * @throws ProblemError if it was refused or broke off; AbortError where the signal ended it
 */
export const narrowedLines = (environment: Environment, list: ScannedList, body: object, signal: AbortSignal) =>
  streamedLines<NarrowedLine>(
    consolePath(environment, 'readNarrowed', { list: pathOf(list) ?? '' }),
    body,
    { read: exactJson, isLast: ({ kind }) => kind === 'end' || kind === 'problem' },
    signal,
  )
