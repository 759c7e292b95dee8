import { isIP } from 'node:net'
import { openAddressRanges, plainAddress } from '#lib/adapters/address-ranges'
import { peerHeader } from '#lib/adapters/peer-address'

const opened = new WeakMap<readonly string[], (address: string) => boolean>()

/**
 * Returns the client address of a request: the peer address of the connection, or, behind trusted proxies,
 * the last address in X-Forwarded-For that is not a trusted proxy. Earlier entries may be forged by the
 * client.
 *
 * @returns an IPv4 address, or the first 64 bits of an IPv6 address (the usual prefix of one customer);
 * `unknown` without a connection
 */
export function clientAddress(headers: Headers, trustedProxies: readonly string[]): string {
  let isTrusted = opened.get(trustedProxies)
  if (!isTrusted) {
    isTrusted = openAddressRanges(trustedProxies)
    opened.set(trustedProxies, isTrusted)
  }
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((item) => item.trim())
  let address = headers.get(peerHeader) ?? ''
  while (isTrusted(address)) {
    const before = forwarded.pop()
    // If a proxy adds no valid address, the proxy itself counts as the client.
    if (!before || isIP(plainAddress(before)) === 0) break
    address = before
  }
  return customerOf(plainAddress(address))
}

function customerOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return address
  if (version === 0) return 'unknown'
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const first = groups(head)
  const last = tail === undefined ? [] : groups(tail)
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
