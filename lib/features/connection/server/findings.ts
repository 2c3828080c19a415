/** How what was found is collected and judged. */

import type { Settings } from '../../../server/settings'
import { Secrets, secretsOf } from '../../../server/upstream/secrets'
import type { Finding } from '../interface'

/** What adds findings of one area to a list. */
export function findingsIn(list: Finding[], area: string) {
  const add = (status: Finding['status']) => (text: string, mend?: string) => {
    list.push({ area, status, text, ...(mend !== undefined && { mend }) })
  }
  return { ok: add('ok'), warn: add('warning'), problem: add('problem'), skip: add('skipped') }
}

export type Findings = ReturnType<typeof findingsIn>

/** Seconds between two clocks: above the first a warning, above the second Mintdesk refuses to check outcomes. */
const [noticed, refused] = [5, 60]

/** Judges how far a clock is from this machine's. @param millis by which it is ahead */
export function judgeClock(findings: Findings, whose: string, millis: number): void {
  const seconds = Math.round(Math.abs(millis) / 1000)
  const text = `${whose} is ${seconds} s ${millis > 0 ? 'ahead of' : 'behind'} this machine's.`
  const mend = 'Synchronise the clock of this machine (NTP), or tell whoever runs the other one.'
  if (seconds > refused) findings.problem(`${text} Beyond ${refused} s Mintdesk checks no outcomes.`, mend)
  else if (seconds > noticed) findings.warn(text, mend)
  else findings.ok(`${whose} agrees with this machine's to ${noticed} s.`)
}

/** The findings without what these settings keep secret. */
export function withoutSecrets(findings: readonly Finding[], settings: Settings): Finding[] {
  const secrets = new Secrets(secretsOf(settings))
  return findings.map(({ text, mend, ...finding }) => ({
    ...finding,
    text: secrets.removedFrom(text),
    ...(mend !== undefined && { mend: secrets.removedFrom(mend) }),
  }))
}
