/** What is sent: a message in the form and with the signature of Standard Webhooks, so that receivers have libraries for it. */
import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'

/** A secret of 256 bits in the form that libraries of Standard Webhooks take. */
export const newSecret = () => secretPrefix + randomBytes(32).toString('base64')

/** `id` is the same whenever the event is sent again; the text is the body, byte by byte. */
export type Message = { id: string; text: string }

/**
 * The headers of a message. It is signed with each secret, so that a receiver may know an old or the new one.
 * @param at seconds since 1970, when it is sent: receivers refuse old ones
 */
export function signedHeaders({ id, text }: Message, secrets: readonly string[], at: number): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Mintdesk webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures.join(' '),
  }
}
