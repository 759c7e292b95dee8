import { BlockList, isIP } from 'node:net'

// IP addresses, and ranges of them in CIDR notation (RFC 4632, RFC 4291).

/** True for an IP address, or a range in CIDR notation (RFC 4632, RFC 4291). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Returns a function that checks if an address is in one of the ranges. IPv4-mapped IPv6 counts as IPv4. */
export function openAddressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return (address) => {
    const plain = plainAddress(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Removes the zone of an address, and converts IPv4-mapped IPv6 to IPv4. */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0]!
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}
