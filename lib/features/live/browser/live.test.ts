import { expect, test } from 'vitest'
import { eventsIn } from './live'

test('Events are read from a stream as they become complete, and colons in their data are kept', () => {
  const text = 'id: e.1\nevent: change\ndata: {"record":{"memo":"a: b"}}\n\nevent: state\ndata: {}\n\nid: e.'
  expect(eventsIn(text)).toEqual({
    events: [
      { id: 'e.1', event: 'change', data: '{"record":{"memo":"a: b"}}' },
      { id: undefined, event: 'state', data: '{}' },
    ],
    rest: 'id: e.',
  })
  expect(eventsIn('')).toEqual({ events: [], rest: '' })
})
