import { isIP } from 'node:net'
import { openAddressRanges, plainAddress } from '#lib/adapters/address-ranges'
import { peerHeader } from '#lib/adapters/peer-address'

const opened = new WeakMap<readonly string[], (address: string) => boolean>()

/**
 * The address a request comes from: that of the connection, or, behind proxies of ours, the last one in X-Forwarded-For that is
 * not one of them. Whatever stands before that in the list, its sender may have made up.
 *
 * @returns an IPv4 address, or the first 64 bits of an IPv6 one, which is what one customer gets; `unknown` without a connection
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
    // A proxy that says nothing sensible is as far as anyone can tell.
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
