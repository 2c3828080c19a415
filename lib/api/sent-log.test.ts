import { expect, test } from 'vitest'
import { sentRequestsIn } from './sent-log'

const [one, two, three] = [
  '0192f3a4-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
  '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
  '4d1c1f0a-7f0e-4a52-9c1e-8a5f0e2d9e2b',
]
const line = (more: object) =>
  JSON.stringify({
    level: 30,
    time: '2026-11-23T14:42:00.000Z',
    event: 'write-sent',
    environment: 'sandbox',
    operation: 'createOrder',
    intent: one,
    subject: 'oidc:ines',
    msg: 'writes',
    ...more,
  })

test('lines of the log name each request once, whatever a collector puts around them', () => {
  const text = [line({}), `2026-11-23 console-1 | ${line({})}`, line({ intent: two, environment: 'production' })].join(
    '\n',
  )
  expect(sentRequestsIn(text, 'sandbox')).toEqual([
    { id: one, operation: 'createOrder', person: 'oidc:ines', sent_at: '2026-11-23T14:42:00.000Z' },
  ])
  expect(sentRequestsIn(text, 'production').map(({ id }) => id)).toEqual([two])
})

test('other lines of the log name nothing, and other text names its UUIDs', () => {
  const other = JSON.stringify({ event: 'signed-in', intent: two, session: three })
  expect(sentRequestsIn(other, 'sandbox')).toEqual([])
  const read = JSON.stringify({ request_id: two, operation: 'listTransfers', status: 200, msg: 'request' })
  expect(sentRequestsIn(read, 'sandbox')).toEqual([])
  const audited = JSON.stringify({ 'mintdesk.audit.chain': two, 'mintdesk.audit.object.id': three, msg: 'audit' })
  expect(sentRequestsIn(audited, 'sandbox')).toEqual([])
  expect(sentRequestsIn(`Order ${two.toUpperCase()} of this morning\n{broken ${three}`, 'sandbox')).toEqual([
    { id: two },
    { id: three },
  ])
})

test.each(['', '{}', '{"event":"write-sent"}', 'null', '[[[', '{"event":"write-sent","intent":{"a":1}}'])(
  'the text %j names nothing',
  (text) => {
    expect(sentRequestsIn(text, 'sandbox')).toEqual([])
  },
)
