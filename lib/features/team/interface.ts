/** What a desk sets without a deploy. Without the schema of its input, because pages load this. */

import type { StarterView } from '../views/interface'

/** What is not set has its default. */
export type TeamSettings = {
  /** Beside Mintdesk's mark, with `mark`, the hue of its dot. */
  name?: string
  mark?: number
  /** IANA name of the zone in which times are shown to those who chose none. */
  zone?: string
  /** Hours after which a pending transfer counts as overdue at the latest. */
  overdue_hours?: number
  /** Business days in which a planned wire must come, and hours for other money. */
  wire_days?: number
  plan_hours?: number
  /** How long settled requests are kept, and what was seen of transfers. */
  request_days?: number
  transfer_days?: number
  /** Views that everyone has. */
  starter_views?: StarterView[]
  /** Templates of the reply to a customer. */
  reply_en?: string
  reply_de?: string
}

/** What counts where the desk has set nothing, and no variable says it. */
export const teamDefaults: Required<Pick<TeamSettings, 'wire_days' | 'plan_hours'>> = { wire_days: 1, plan_hours: 24 }

/** How long records are kept where the desk has set nothing, in days; 0 for ever. */
export type KeptDays = Required<Pick<TeamSettings, 'request_days' | 'transfer_days'>>

/** A version, never changed; the newest counts. */
export type TeamVersion = { version: number; at: string; person: string; settings: TeamSettings }
export type TeamVersions = { versions: TeamVersion[] }

/** A variable of the environment: its value only if it is neither a secret nor may contain one. */
export type ShownVariable = { name: string; source: 'set' | 'file' | 'command' | 'default'; value?: string }

/** The reply to a customer, as long as the desk has no other. */
export const defaultReply = 'Hello,\n\n{message}\n\n{transaction}\n\n{as_of}'

/** A template with its placeholders filled in; lines that stay empty are left out. */
export const fillReply = (template: string, values: Readonly<Record<string, string | undefined>>): string =>
  template
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
