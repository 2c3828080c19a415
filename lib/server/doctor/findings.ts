/** What an examination of a console's surroundings found. */
export type FindingStatus = 'ok' | 'warning' | 'problem' | 'skipped'

export type Finding = {
  /** What was looked at: "Database". */
  area: string
  status: FindingStatus
  /** One sentence, without a secret. */
  text: string
  /** What to do about it. */
  mend?: string
}

/** Findings of one area, in the order in which they are added. */
export class Findings {
  readonly list: Finding[] = []
  readonly #area: string

  constructor(area: string) {
    this.#area = area
  }

  #add(status: FindingStatus, text: string, mend?: string): void {
    this.list.push({ area: this.#area, status, text, ...(mend !== undefined && { mend }) })
  }

  ok(text: string): void {
    this.#add('ok', text)
  }

  warn(text: string, mend: string): void {
    this.#add('warning', text, mend)
  }

  problem(text: string, mend?: string): void {
    this.#add('problem', text, mend)
  }

  skip(text: string): void {
    this.#add('skipped', text)
  }
}

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
