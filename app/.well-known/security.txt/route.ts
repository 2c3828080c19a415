/** Where to report a vulnerability of this console (RFC 9116); not found unless SECURITY_CONTACT is set. */
import { runningConsole } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

/** Milliseconds for which a copy of it may be believed. RFC 9116 asks for less than a year. */
const lifetime = 180 * 86_400_000

export async function GET(): Promise<Response> {
  const { contact, origin } = (await runningConsole()).security
  if (!contact) return new Response('Not found\n', { status: 404 })
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(Date.now() + lifetime).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
