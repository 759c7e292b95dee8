import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Balancer = { port: number; close: () => Promise<void> }

/**
 * Hands each connection to one of the targets in turn, past those that take none. Nothing is kept back or sent again: a
 * connection whose target dies dies with it, as behind any balancer of connections.
 *
 * @param targets ports that may be tried now
 */
export async function startBalancer(targets: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const join = (incoming: Socket, outgoing: Socket) => {
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      socket.once('close', () => other.destroy())
      socket.pipe(other)
    }
  }
  const hand = (incoming: Socket, ports: readonly number[]) => {
    const [port, ...others] = ports
    if (port === undefined || incoming.destroyed) return void incoming.destroy()
    const outgoing = connect(port, '127.0.0.1')
    track(outgoing)
    const refused = () => hand(incoming, others)
    outgoing.once('error', refused)
    outgoing.once('connect', () => {
      outgoing.off('error', refused)
      join(incoming, outgoing)
    })
  }
  const server = createServer((incoming) => {
    track(incoming)
    const ports = targets()
    const first = turn++ % Math.max(1, ports.length)
    hand(incoming, [...ports.slice(first), ...ports.slice(0, first)])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
