/** Control: clients made, reset and thrown away. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { ProblemError } from '../../api/problem'
import { object } from '../../api/values'
import { clientIdPattern, demoClient, knownScopes, type NewClient, permissions } from '../clients'
import { clientAt, controlRow } from './rows'

/** More take seconds to seed, and nobody is answered meanwhile. */
const mostTransfers = 50_000
const transfers = z.optional(
  z
    .int({ error: `Give a whole number from 0 to ${mostTransfers}.` })
    .check(
      z.minimum(0, { error: `Give a whole number from 0 to ${mostTransfers}.` }),
      z.maximum(mostTransfers, { error: `Give a whole number from 0 to ${mostTransfers}.` }),
    ),
)

const NewClientForm = object({
  id: z.optional(
    z.string().check(
      z.regex(clientIdPattern, {
        error: 'An id has 1 to 63 small letters, digits and hyphens, and begins with none of the last.',
      }),
    ),
  ),
  secret: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{8,200}$/, { error: 'A secret has 8 to 200 characters of ASCII that can be seen.' })),
  ),
  scopes: z.optional(z.array(z.enum(knownScopes))),
  permissions: z.optional(z.array(z.enum(permissions))),
  transfers,
})

const Reset = object({ transfers, reseed: z.optional(z.boolean()) })

export const clientRows = [
  controlRow('GET', '/control/clients', 'Every client, without its secret.', {}, (_, { clients }) => ({
    body: { clients: clients.all() },
  })),

  controlRow(
    'POST',
    '/control/clients',
    'Makes a client with a world of its own: {id?, secret?, scopes?, permissions?, transfers?}. The secret is told only here.',
    { body: NewClientForm },
    ({ body }, { clients, customers }) => {
      const client: NewClient = {
        id: body.id ?? `client-${randomBytes(6).toString('hex')}`,
        secret: body.secret ?? randomBytes(24).toString('base64url'),
        scopes: [...new Set(body.scopes ?? knownScopes)],
        permissions: [...new Set(body.permissions ?? permissions)],
      }
      if (clients.find(client.id)) {
        const message = `There is a client ${client.id} already.`
        throw new ProblemError(409, 'already-exists', message, { errors: [{ field: 'id', message }] })
      }
      // The world before the client: what a killed service left under this id is nobody's, and goes.
      customers.reset(client, { transfers: body.transfers })
      clients.add(client)
      return { status: 201, body: client }
    },
  ),

  controlRow(
    'DELETE',
    '/control/clients/{id}',
    'Throws a client away with its tokens and its world.',
    {},
    ({ path }, door) => {
      const client = clientAt(path, door)
      if (client.id === demoClient.id)
        throw new ProblemError(403, 'not-permitted', `${demoClient.id} is always there.`, {
          detail: 'Reset it, or make a client of your own.',
        })
      door.clients.remove(client.id)
      door.customers.remove(client)
      return { body: {} }
    },
  ),

  controlRow(
    'POST',
    '/control/clients/{id}/reset',
    'Begins anew, as seeded, on the clock of the wall, without stress; tokens stay good: {transfers?, reseed?}. The seeded past may end up to a day ago; with reseed it ends now.',
    { body: Reset },
    ({ path, body }, door) => {
      const client = clientAt(path, door)
      door.customers.reset(client, body)
      return { body: { id: client.id } }
    },
  ),
]
