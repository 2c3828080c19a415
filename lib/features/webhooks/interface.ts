import type { ScannedList } from '../../provider/scanned-lists'

/**
 * What is told, by the `type` of a message. Each change of a transfer has the first of these that describes it; a movement of
 * money, each state that its transfers bring it into.
 */
export const webhookEvents = {
  'transfer.travel_rule_requested': 'Travel rule details requested',
  'transfer.approval_needed': 'Transfer waiting for approval at the provider',
  'transfer.failed': 'Transfer failed',
  'transfer.completed': 'Transfer completed',
  'transfer.changed': 'Any other change of a transfer',
  'movement.waiting': 'Movement needs attention',
  'movement.failed': 'Movement failed',
  'movement.unexplained': 'Money of a movement does not add up',
  'movement.arrived': 'Movement arrived',
  'request.outcome_unknown': 'Outcome of a request unknown',
  'request.approval_needed': 'Request waiting for approval',
  'request.approved': 'Request approved and sent',
  'request.declined': 'Request declined',
  'request.expired': 'Request not approved in time',
  'request.withdrawn': 'Request withdrawn while it waited',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** How messages look: JSON for programs, or as a chat tool displays them. */
export const webhookFormats = { standard: 'JSON, signed', slack: 'Slack', teams: 'Microsoft Teams' } as const
export type WebhookFormat = keyof typeof webhookFormats
export const webhookFormatNames = Object.keys(webhookFormats) as WebhookFormat[]
export type ChatFormat = Exclude<WebhookFormat, 'standard'>

/** What a chat tool can be told: that after which someone has something to do. */
export const chatEvents: readonly WebhookEvent[] = [
  'transfer.travel_rule_requested',
  'transfer.approval_needed',
  'transfer.failed',
  'movement.waiting',
  'movement.failed',
  'movement.unexplained',
  'request.outcome_unknown',
  'request.approval_needed',
  'request.declined',
  'request.expired',
]

/** The format that an address suggests. Workflows of Power Automate have addresses of Azure and of the Power Platform. */
export function formatOfAddress(url: string): WebhookFormat {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (/^hooks\.slack(?:-gov)?\.com$/.test(host)) return 'slack'
  return /\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/.test(host) ? 'teams' : 'standard'
}

/** With which the names of what is told of movements begin. */
export const movementEvents = 'movement.'

/** Webhooks of one environment, at most. */
export const maximumWebhooks = 20
/** Events that are counted for each. */
export const maximumWaiting = 10_000
export const maximumWebhookName = 80
export const maximumWebhookUrl = 1_000
/** Characters of a view's query string. */
export const maximumWebhookView = 4_000
/** Deliveries that are kept of each webhook. */
export const maximumDeliveries = 100
/** Days for which events can be sent again. */
export const webhookDays = 30
/** Hours for which messages are signed with the old secret as well. */
export const oldSecretHours = 24

/** The list whose filters may narrow what a webhook is told of. */
export const webhookList: ScannedList = 'listTransfers'

/** A webhook as its page shows it; times are RFC 3339 in UTC. */
export type Webhook = {
  id: string
  name: string
  url: string
  events: WebhookEvent[]
  /** Absent for JSON. */
  format?: ChatFormat
  /** The query string of a list of transfers; only those that match are told of. */
  view?: string
  /** The zone of the view's days. */
  zone: string
  created_at: string
  person: string
  /** Whether that person no longer has access to this console. */
  has_person_left?: boolean
  /** `failing`: the last attempt failed, and the next one follows by itself. */
  state: 'on' | 'failing' | 'off'
  /** Why it was turned off, if Mintdesk did. */
  off_because?: string
  /**
   * Events that are not delivered yet, of any kind; those that the webhook is not told of are passed over. One more than
   * `maximumWaiting` stands for any number above it.
   */
  waiting: number
  /** The last attempt. */
  last?: { at: string; status?: number; problem?: string }
  /** When the next attempt follows, while it fails. */
  retry_at?: string
  /** Until when messages are signed with the old secret as well. */
  old_secret_until?: string
}

/** The answer to a new webhook. The secret is in the first one alone, and not in that to a repeat. */
export type CreatedWebhook = { webhook: Webhook; secret?: string }

/** Characters of a receiver's answer that are shown. */
export const maximumAnswer = 500

/**
 * What arrived from a receiver: `problem` is why it did not accept the message, `millis` how long it took, and `answer` the
 * beginning of its answer as text, without secrets.
 */
export type WebhookAnswer = { at: string; millis: number; status?: number; problem?: string; answer?: string }

/** The last attempt to deliver an event to a webhook, and how many there were. */
export type WebhookDelivery = {
  /** The number of the event, which its message has too. */
  sequence: number
  event: WebhookEvent
  at: string
  attempts: number
  status?: number
  /** Why the receiver did not accept it. */
  problem?: string
}

/**
 * The answer to a change: all webhooks as they are afterwards, a rotation's new secret (once), and how a message that was sent
 * at once was answered.
 */
export type ChangedWebhook = { webhooks: Webhook[]; secret?: string; answer?: WebhookAnswer }
