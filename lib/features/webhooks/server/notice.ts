/**
 * Messages as chat tools display them: what happened, how much, to where, who acts and by when, with a link. Nothing in them
 * decides anything, no account number is whole, and no text is read as markup.
 */
import { hoursToResolve } from '../../../api/intents'
import { plannedSum, plannedText, type RulePlan, type Sum, sumText } from '../../../api/planned'
import { type Actor, actorOf, type Meaning, meaningOf } from '../../../api/transfer-meaning'
import { waitOf, waits } from '../../../api/waits'
import { exactJson } from '../../../domain/exact-json'
import { withoutFoundNumbers } from '../../../domain/found-numbers'
import type { Json } from '../../../domain/json'
import { movedBy } from '../../../provider/check'
import { destinationKeys, destinationOf } from '../../../provider/destinations'
import { writesOf } from '../../../provider/operations'
import { type DecodedTransfer, readTransfer } from '../../../provider/reading'
import { shortened } from '../../../provider/summaries'
import type { Owner } from '../../../server/upstream/upstream'
import { recordNameOf } from '../../../server/writes/intent-view'
import type { IntentRows } from '../../../server/writes/rows'
import { type ChatFormat, webhookEvents } from '../interface'
import type { RecordedEvent } from './outbox'

/** What is looked up for a message, when it is sent. */
export type NoticeSources = {
  /** The origin of the pages that it leads to. */
  origin: string
  rows: IntentRows
  profileName: (owner: Owner, id: string) => Promise<string | undefined>
  plansOf: (intents: readonly string[]) => Promise<ReadonlyMap<string, RulePlan[]>>
}

type Facts = Partial<Record<'Request' | 'Amount' | 'In' | 'Out' | 'To' | 'Who acts' | 'By' | 'Requested by', string>>
type Notice = { title: string; facts: Facts; page: string }
type Told = {
  transfer?: unknown
  request?: { id: string; operation: string; person?: string; sent_at?: string; expires_at?: string }
  movement?: {
    id: string
    waits_for?: { who: Actor; why: Meaning; transfer: string }
    in?: Sum
    out?: Sum
    transfers: readonly { id?: string }[]
  }
}

const actors: Partial<Record<Actor, string>> = {
  treasury: 'Treasury',
  approver: 'Your approver at the provider',
  provider: 'The provider; support follows up',
}

const accountWrites = writesOf('fiatAccount')

/** The provider sets no deadline for a transfer. */
const noDeadline = 'No deadline from the provider'

/** `2026-11-19 14:31 UTC`. */
const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** `Arbitrum one`, of a network as the provider writes it. */
const networkName = (network: string) => {
  const words = network.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const sum = ({ amount, asset }: { amount?: string; asset?: string }) =>
  amount === undefined || asset === undefined ? undefined : sumText({ amount, asset })

/** @param key of a destination, by `destinationKeys` */
async function destinationText({ rows, profileName }: NoticeSources, owner: Owner, key: string | undefined) {
  const { kind, value, network } = destinationOf(key) ?? {}
  if (kind === undefined || value === undefined) return undefined
  if (kind === 'address') return network ? `${value} on ${networkName(network)}` : value
  if (kind === 'profile') return (await profileName(owner, value)) ?? `Profile ${shortened(value)}`
  const made = await rows
    .query()
    .where((is) => is.and({ environment: owner.environment, client_id: owner.clientId, record_id: value }))
    .where('operation', 'in', accountWrites)
    .orderBy('created_at')
    .executeTakeFirst()
  return (made && recordNameOf(rows, made).record_name) || `Fiat account ${shortened(value)}`
}

/** Where a transfer takes money to; of one that comes in, the profile. */
function destinationKeyOf({ known }: DecodedTransfer): string | undefined {
  const { fiat_account_id, destination_address, crypto_network = '', direction, profile_id } = known
  if (direction === 'CREDIT') return profile_id && destinationKeys.profile(profile_id)
  if (fiat_account_id) return destinationKeys.account(fiat_account_id)
  return destination_address && destinationKeys.address(destination_address, crypto_network)
}

async function transferFacts(sources: NoticeSources, owner: Owner, transfer: DecodedTransfer): Promise<Facts> {
  return {
    Amount: sum(transfer.known),
    To: await destinationText(sources, owner, destinationKeyOf(transfer)),
    'Who acts': actors[actorOf[meaningOf(transfer)]],
    ...(transfer.known.status === 'PENDING' && { By: noDeadline }),
  }
}

async function requestFacts(
  sources: NoticeSources,
  owner: Owner,
  { kind }: RecordedEvent,
  { id, person, sent_at, expires_at }: NonNullable<Told['request']>,
): Promise<Facts> {
  const { rows } = sources
  const row = await rows.byId(id)
  const body = row && rows.bodyOf(row)
  const moved = row && body !== undefined ? movedBy(row.operation, JSON.parse(row.path), JSON.parse(body)) : undefined
  const plans = (await sources.plansOf([id])).get(id) ?? []
  const planned = plannedSum(plans)
  const amounts = planned ? [planned] : (moved?.amounts ?? [])
  const to = moved?.parties.find(({ as, key }) => as === 'destination' && key !== undefined)
  const byWhen = sent_at ? Date.parse(sent_at) + hoursToResolve * 3_600_000 : Date.parse(expires_at ?? '')
  const isWaiting = kind === 'request.approval_needed'
  const summary = plannedText(plans) ?? row?.summary
  return {
    Request: summary && withoutFoundNumbers(summary),
    Amount: amounts.flatMap((one) => sum(one) ?? []).join(', ') || undefined,
    To: await destinationText(sources, owner, to?.key),
    'Requested by': person,
    'Who acts': isWaiting ? 'An approver, in Mintdesk' : 'Treasury',
    ...(Number.isFinite(byWhen) && { By: minute(byWhen) }),
  }
}

async function noticeOf(sources: NoticeSources, owner: Owner, event: RecordedEvent): Promise<Notice> {
  const { transfer: raw, request, movement } = exactJson(event.data ?? '{}') as Told
  const title = webhookEvents[event.kind]
  if (request)
    return { title, page: `activity/${request.id}`, facts: await requestFacts(sources, owner, event, request) }
  if (!movement) {
    const transfer = readTransfer(raw)
    const facts = await transferFacts(sources, owner, transfer)
    return { title, page: `transfers/${encodeURIComponent(transfer.known.id ?? '')}`, facts }
  }
  const { id, waits_for, transfers } = movement
  const blocking = transfers.find((one) => one.id === waits_for?.transfer)
  const last = blocking ?? transfers.at(-1)
  const { To, By } = last ? await transferFacts(sources, owner, readTransfer(last)) : {}
  const who = waits_for ? actors[waits_for.who] : 'Treasury'
  const facts = { In: sum(movement.in ?? {}), Out: sum(movement.out ?? {}), To, 'Who acts': who, By }
  return {
    title: waits_for ? `Movement waiting for ${waits[waitOf(waits_for.why)]}` : title,
    page: `money/${id}`,
    facts,
  }
}

/** In Slack's markup these begin mentions and links. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Shown = { title: string; facts: [name: string, value: string][]; url: string }

const bodies: Record<ChatFormat, (shown: Shown) => Json> = {
  slack: ({ title, facts, url }) => ({
    text: escaped([title, ...facts.map(([, value]) => value)].join(' · ')),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      {
        type: 'rich_text',
        elements: facts.map(([name, value]) => ({
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: `${name}: `, style: { bold: true } },
            { type: 'text', text: value },
          ],
        })),
      },
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url, text: 'Open in Mintdesk' }] }],
      },
    ],
  }),
  // Text runs are not read as Markdown, unlike text blocks and facts.
  teams: ({ title, facts, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: title, size: 'Medium', weight: 'Bolder', wrap: true },
            ...facts.map(([name, value]) => ({
              type: 'RichTextBlock',
              inlines: [
                { type: 'TextRun', text: `${name}: `, weight: 'Bolder' },
                { type: 'TextRun', text: value },
              ],
            })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Mintdesk', url }],
        },
      },
    ],
  }),
}

const bodyOf = (format: ChatFormat, { origin }: NoticeSources, { environment }: Owner, notice: Notice) => {
  const { title, facts, page } = notice
  const known = Object.entries({
    ...facts,
    Environment: environment === 'production' ? 'Production' : 'Sandbox, no real money',
  })
  return JSON.stringify(
    bodies[format]({
      title,
      facts: known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      url: `${origin}/${environment}/${page}`,
    }),
  )
}

/** The body of an event's message. */
export const chatBody = async (format: ChatFormat, sources: NoticeSources, owner: Owner, event: RecordedEvent) =>
  bodyOf(format, sources, owner, await noticeOf(sources, owner, event))

/** The body of a message that tells of nothing. @param id of the webhook */
export const chatTest = (format: ChatFormat, sources: NoticeSources, owner: Owner, id: string) =>
  bodyOf(format, sources, owner, { title: 'Test message from Mintdesk', facts: {}, page: `webhooks/${id}` })
