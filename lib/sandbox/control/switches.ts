/** Control: the clock of a client, its stress switches, and the log of what it sent. */
import * as z from 'zod/mini'
import { nanoseconds, object, Timestamp } from '../../api/values'
import { endOfTime } from '../clock'
import type { Customer } from '../customers'
import { controlRow, customerAt, misfit } from './rows'
import { StressSettings, stressed } from './stress-settings'

const fastest = 86_400

function number(least: number, most: number, unit: string) {
  const error = `Give a number of ${unit} from ${least} to ${most}.`
  return z.number({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}

const ClockSetting = object({
  now: z.optional(Timestamp),
  forward_seconds: z.optional(number(0, endOfTime / 1000, 'seconds')),
  speed: z.optional(number(0, fastest, 'seconds a second')),
}).check(
  z.refine(({ now, forward_seconds }) => now === undefined || forward_seconds === undefined, {
    path: ['forward_seconds'],
    error: 'Give now or forward_seconds, not both.',
  }),
)

const shownBy = ({ clock }: Customer) => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed })

/** Milliseconds since 1970 that the clock is to show; undefined where it only goes on. */
function momentOf({ now, forward_seconds }: z.infer<typeof ClockSetting>, { clock }: Customer): number | undefined {
  if (now === undefined && forward_seconds === undefined) return undefined
  const field = now === undefined ? 'forward_seconds' : 'now'
  const moment = now === undefined ? clock.now() + Math.round((forward_seconds ?? 0) * 1000) : Date.parse(now)
  if (moment < clock.now()) {
    const shown = new Date(clock.now()).toISOString()
    throw misfit([{ field, message: `The clock shows ${shown} and only goes forwards; reset the client to go back.` }])
  }
  if (moment > endOfTime) throw misfit([{ field, message: 'The clock ends with the year 2199.' }])
  return moment
}

const RequestsQuery = object({
  operation: z.optional(z.enum(stressed)),
  ref_id: z.optional(z.string()),
  since: z.optional(Timestamp),
})

export const switchRows = [
  controlRow(
    'GET',
    '/control/clients/{id}/clock',
    'What its clock shows, and how fast it goes.',
    {},
    (asked, door) => ({
      body: shownBy(customerAt(asked.path, door)),
    }),
  ),

  controlRow(
    'PUT',
    '/control/clients/{id}/clock',
    'Sets its clock, forwards only, or its speed: {now?, forward_seconds?, speed?}; speed 1 is the wall, 0 stands still.',
    { body: ClockSetting },
    ({ path, body }, door) => {
      const customer = customerAt(path, door)
      customer.setClock({ now: momentOf(body, customer), speed: body.speed })
      return { body: shownBy(customer) }
    },
  ),

  controlRow('GET', '/control/clients/{id}/stress', 'Its stress switches as they are now.', {}, ({ path }, door) => ({
    body: customerAt(path, door).stress.settings,
  })),

  controlRow(
    'PUT',
    '/control/clients/{id}/stress',
    'Sets all its stress switches; what is left out is off, so {} ends all stress.',
    { body: StressSettings },
    ({ path, body }, door) => {
      const { stress } = customerAt(path, door)
      stress.set(body)
      return { body: stress.settings }
    },
  ),

  controlRow(
    'GET',
    '/control/clients/{id}/requests',
    'The requests that arrived with its credentials, the earliest first; filters: operation, ref_id, since.',
    { query: RequestsQuery },
    ({ path, query }, door) => {
      const { requests } = customerAt(path, door)
      const since = nanoseconds(query.since ?? '')
      const found = requests
        .all()
        .filter(
          ({ operation, ref_id, at }) =>
            (query.operation === undefined || operation === query.operation) &&
            (query.ref_id === undefined || ref_id === query.ref_id) &&
            (since === undefined || (nanoseconds(at) ?? since) >= since),
        )
      return { body: { requests: found, forgotten: requests.forgotten } }
    },
  ),

  controlRow('DELETE', '/control/clients/{id}/requests', 'Empties that log.', {}, ({ path }, door) => {
    customerAt(path, door).requests.clear()
    return { body: {} }
  }),
]
