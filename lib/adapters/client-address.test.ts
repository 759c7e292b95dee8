import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddressRange, openAddressRanges } from '#lib/adapters/address-ranges'
import { clientAddress } from '#lib/adapters/client-address'
import { peerHeader } from '#lib/adapters/peer-address'

const from = (peer: string, forwarded?: string) =>
  new Headers({ [peerHeader]: peer, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) })

describe('the client address of a request', () => {
  test('is the peer address, independent of headers, if no proxy is trusted', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.string({ unit: fc.constantFrom(...'0123456789.:, abcdef') }),
        (peer, written) => {
          expect(clientAddress(from(peer, written), [])).toBe(peer)
        },
      ),
    )
  })

  test('is the last address before the trusted proxies', () => {
    const proxies = ['10.0.0.0/8', '192.0.2.7']
    expect(clientAddress(from('10.1.2.3', '198.51.100.4'), proxies)).toBe('198.51.100.4')
    expect(clientAddress(from('192.0.2.7', '198.51.100.4, 10.9.9.9'), proxies)).toBe('198.51.100.4')
    expect(clientAddress(from('::ffff:10.1.2.3', '203.0.113.1, 198.51.100.4'), proxies)).toBe('198.51.100.4')
  })

  test('is not an entry that the client wrote before the one of our proxy', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.array(fc.ipV4()), (client, invented) => {
        fc.pre(!client.startsWith('10.'))
        const forwarded = [...invented, client].join(', ')
        expect(clientAddress(from('10.0.0.1', forwarded), ['10.0.0.0/8'])).toBe(client)
      }),
    )
  })

  test('is the proxy itself if it adds no valid address', () => {
    for (const forwarded of [undefined, '', 'unknown', 'a, ,', '_hidden'])
      expect(clientAddress(from('10.0.0.1', forwarded), ['10.0.0.0/8'])).toBe('10.0.0.1')
  })

  test('is the same for all addresses of an IPv6 /64 network', () => {
    expect(clientAddress(from('2001:db8:1:2:3:4:5:6'), [])).toBe('2001:db8:1:2')
    expect(clientAddress(from('2001:db8:1:2::1'), [])).toBe('2001:db8:1:2')
    expect(clientAddress(from('fe80::1%eth0'), [])).toBe('fe80:0:0:0')
    expect(clientAddress(from('::1'), [])).toBe('0:0:0:0')
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(clientAddress(from(address), []).split(/[.:]/)).toHaveLength(4)
      }),
    )
  })

  test('is unknown without a connection', () => {
    expect(clientAddress(new Headers({ 'x-forwarded-for': '198.51.100.4' }), [])).toBe('unknown')
  })
})

test('accepts CIDR ranges and refuses other text', () => {
  for (const range of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])
    expect(isAddressRange(range), range).toBe(true)
  for (const range of ['', '10.0.0.0/33', '10.0.0', 'fd00::/129', 'host', '10.0.0.0/8/8', '10.0.0.0/'])
    expect(isAddressRange(range), range).toBe(false)
  const isIn = openAddressRanges(['10.0.0.0/8', 'fd00::/8'])
  expect(['10.255.0.1', '::ffff:10.0.0.9', 'fdff::1'].map(isIn)).toEqual([true, true, true])
  expect(['11.0.0.1', 'fe00::1', 'x', ''].map(isIn)).toEqual([false, false, false, false])
})
