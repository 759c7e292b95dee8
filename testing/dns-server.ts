import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export type DnsServer = { address: string; close: () => void }

const typeA = 1

/**
 * A DNS server (RFC 1035) with IPv4 addresses only. It answers other record types with no records, and other names not at all.
 *
 * @param addresses by name
 */
export async function startDnsServer(
  addresses: Readonly<Record<string, readonly string[]>>,
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const known = addresses[name]
    if (!known) return
    const found = query.readUInt16BE(end) === typeA ? known : []
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0])
    const answers = found.map((one) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() }
}

/** @returns the name asked for, and where its type begins */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
