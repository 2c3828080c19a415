import { describe, expect, it } from 'vitest'
import { isLocal } from './local-only'

describe('A console with demo users', () => {
  it.each([
    ['127.0.0.1', 'localhost:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', '127.0.0.1:3000'],
    ['127.0.0.2', 'LOCALHOST'],
  ])('lets this machine in: %s at %s', (address, host) => {
    expect(isLocal(address, host)).toBe(true)
  })

  it.each([
    ['192.0.2.2', 'localhost:3000'],
    ['::ffff:192.0.2.2', '127.0.0.1'],
    [undefined, 'localhost'],
    ['127.0.0.1', 'rebound.example:3000'],
    ['127.0.0.1', 'localhost.elsewhere.example'],
    ['127.0.0.1', undefined],
  ])('keeps others out: %s at %s', (address, host) => {
    expect(isLocal(address, host)).toBe(false)
  })

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])(
    'keeps out what a proxy on this machine forwards with %s, even if it is empty',
    (name) => {
      expect(isLocal('127.0.0.1', 'localhost:3000', { host: 'localhost:3000', [name]: '' })).toBe(false)
    },
  )

  it('lets in the headers of any browser', () => {
    const headers = { host: 'localhost:3000', origin: 'http://localhost:3000', 'x-mintdesk-person': 'demo:admin' }
    expect(isLocal('127.0.0.1', 'localhost:3000', headers)).toBe(true)
  })
})
