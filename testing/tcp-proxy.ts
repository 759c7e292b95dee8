import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The target's URL, through the proxy. */
  url: string
  /** Ends every connection and takes no new one. */
  cut: () => Promise<void>
  restore: () => Promise<void>
  /** Leaves every connection open but forwards nothing, like a host that hangs. */
  silence: () => void
  /** Answers new connections again. */
  speak: () => void
  /** Passes new connections on to this URL's host, as an address that moves to another server. */
  redirect: (target: string) => void
  close: () => Promise<void>
}

/** A proxy in front of a database or a chain, so that a test can cut the connection and restore it. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let at = new URL(target)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((incoming) => {
    const outgoing = connect(Number(at.port), at.hostname)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    if (silent) return
    incoming.pipe(outgoing)
    outgoing.pipe(incoming)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const silence = () => {
    silent = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  const speak = () => {
    silent = false
  }
  const redirect = (to: string) => {
    at = new URL(to)
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { url: url.href, cut, restore: () => listen(port), silence, speak, redirect, close: cut }
}
