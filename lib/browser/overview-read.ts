/** Reads the figures of a range of time from the console, line by line. */
import { consolePath } from '../api/console/operations'
import type { Coverage, OverviewLine, OverviewRange } from '../api/console/overview-figures'
import type { Environment } from '../api/environments'
import type { Problem } from '../api/problem'
import { fromConsole } from './clocks'
import { problemIn, streamedLines } from './line-stream'

const isOver = ({ isWhole, problem }: Coverage) => isWhole || problem !== undefined

/**
 * Figures that become more until they are complete, or cannot be. Their `at` is by this browser's clock, like other reads'.
 * @param isFresh whether figures that the console keeps are not enough
 * @throws ProblemError if the reading was refused, failed or broke off; AbortError where the signal ended it
 */
export async function* overviewLines(
  environment: Environment,
  range: OverviewRange & { isFresh?: boolean },
  signal: AbortSignal,
): AsyncGenerator<OverviewLine> {
  const format = {
    read: JSON.parse,
    isLast: (line: OverviewLine | { problem: Problem }) =>
      'problem' in line || (isOver(line.transfers) && isOver(line.quotes)),
  }
  for await (const line of streamedLines(consolePath(environment, 'readOverview', {}), range, format, signal)) {
    if ('problem' in line) throw problemIn(line.problem)
    yield { ...line, at: fromConsole(line.at) }
  }
}
