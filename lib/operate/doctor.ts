/** `npm run doctor`: says what is wrong with the settings, the database, the provider and the keys, and how to mend it. */

import type { Finding } from '../features/connection/interface'
import { examine } from '../features/connection/server/doctor'
import { systemClock } from '../server/clock'

const marks: Record<Finding['status'], string> = {
  ok: 'ok',
  warning: 'warning',
  problem: 'PROBLEM',
  skipped: 'skipped',
}

const indent = ' '.repeat(11)

/** The findings as text, by area. */
export function described(findings: readonly Finding[]): string {
  let area = ''
  const lines = findings.flatMap((finding) => {
    const head = finding.area === area ? [] : ['', finding.area]
    area = finding.area
    const mend = finding.mend === undefined ? [] : [`${indent}${finding.mend}`]
    return [...head, `  ${marks[finding.status].padEnd(9)}${finding.text}`, ...mend]
  })
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const plural = (many: number, word: string) => `${many} ${word}${many === 1 ? '' : 's'}`
  const more = problems + warnings > 0 ? ['', 'docs/troubleshooting.md has more about each.'] : []
  return [...lines, ...more, '', `${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`]
    .join('\n')
    .trimStart()
}

/** @returns whether there is no problem; warnings are none */
export async function runDoctor(
  variables: Record<string, string | undefined>,
  words: readonly string[],
): Promise<boolean> {
  const findings = await examine(variables, systemClock)
  const isWell = findings.every(({ status }) => status !== 'problem')
  console.log(words.includes('--json') ? JSON.stringify({ ok: isWell, findings }, null, 2) : described(findings))
  return isWell
}
