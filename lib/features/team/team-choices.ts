/** What a desk may choose from in its settings. */
import { defaultReply, type KeptDays, type TeamSettings } from './interface'

/** The lowest and highest whole number of each. The law asks to keep requests five years at least, and in no place over ten. */
export const teamBounds = {
  overdue_hours: [1, 720],
  wire_days: [1, 10],
  plan_hours: [1, 720],
  request_days: [1_826, 3_653],
  transfer_days: [30, 3_653],
} as const satisfies Partial<Record<keyof TeamSettings, readonly [number, number]>>

const daysOf = (years: number) => Math.round(years * 365.25)

/** `7 years`, `400 days`; 0 days are for ever. */
export function keptText(days: number): string {
  const years = Math.round(days / 365.25)
  if (days === 0) return 'For ever'
  return years > 0 && daysOf(years) === days ? `${years} ${years === 1 ? 'year' : 'years'}` : `${days} days`
}

/** What is offered of either, in days. */
export const keptChoices: Readonly<Record<keyof KeptDays, readonly number[]>> = {
  request_days: [5, 6, 7, 8, 9, 10].map(daysOf),
  transfer_days: [30, 90, 180, ...[1, 2, 3, 5, 7, 10].map(daysOf)],
}

/** By hue. */
export const teamMarks: Readonly<Record<number, string>> = {
  25: 'Red',
  75: 'Amber',
  150: 'Green',
  195: 'Teal',
  255: 'Blue',
  305: 'Violet',
}

type Placeholders = Readonly<Record<string, string>>

/** What stands for what in each template, and what it must have. `example` is the English default. */
export const replyTemplates = {
  reply_en: {
    language: 'English',
    required: 'message',
    placeholders: {
      message: 'what happened, what it means for the money and what comes next',
      transaction: 'the hash, and where it can be followed',
      as_of: 'when that was so',
      desk: 'the name of the desk',
    } as Placeholders,
    example: defaultReply,
  },
  reply_de: {
    language: 'German',
    required: 'state',
    placeholders: {
      kind: 'Auszahlung, Einzahlung or Überweisung',
      amount: 'amount and asset',
      state: 'what became of it, as a verb: “ist abgeschlossen”',
      next: 'what comes next',
      transaction: 'the hash, and where it can be followed',
      as_of: 'when that was so',
      desk: 'the name of the desk',
    } as Placeholders,
    example: 'Guten Tag,\n\nIhre {kind} über {amount} {state}. {next}\n\n{transaction}\n\n{as_of}',
  },
} as const
export type ReplyTemplate = keyof typeof replyTemplates
export const replyTemplateNames = Object.keys(replyTemplates) as ReplyTemplate[]

/** What is wrong with a template, in a sentence that lists what it may have; undefined if nothing is. */
export function templateError(name: ReplyTemplate, text: string): string | undefined {
  const { placeholders, required } = replyTemplates[name]
  const known = Object.keys(placeholders)
  const list = known.map((one) => `{${one}}`).join(', ')
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, one = '']) => !known.includes(one))
  if (unknown) return `${unknown[0]} is no placeholder. Use one of ${list}.`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) return `A { or } has no partner. Placeholders are ${list}.`
  return text.includes(`{${required}}`) ? undefined : `Add {${required}}: without it the reply says nothing.`
}
