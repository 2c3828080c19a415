import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf } from './client-address'

describe('The address of a client', () => {
  it.each([
    ['without trusted proxies, the socket’s', '203.0.113.9', 0, '127.0.0.1'],
    ['behind one proxy, the entry that it added', 'spoofed, 203.0.113.9', 1, '203.0.113.9'],
    ['behind two, the entry that the outer one added', '198.51.100.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
    ['with fewer entries than proxies, the socket’s', '203.0.113.9', 2, '127.0.0.1'],
    ['with an entry that is no address, the socket’s', 'unknown', 1, '127.0.0.1'],
    ['without the header, the socket’s', undefined, 1, '127.0.0.1'],
    ['without the port that a proxy added', '203.0.113.9:4711', 1, '203.0.113.9'],
    ['without the port and brackets of IPv6', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ])('is %s', (_, forwardedFor, hops, address) => {
    expect(clientAddress('127.0.0.1', forwardedFor, hops)).toBe(address)
  })

  it('is empty where the socket has none, and not taken from a header', () => {
    expect(clientAddress(undefined, '203.0.113.9', 0)).toBe('')
  })
})

describe('The network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:0DB8::7:ffff', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
