import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer as createListener, type Server as Listener } from 'node:net'

const listeners = 16
const probeMs = 1_000

/**
 * Has a server listen on its port with several sockets. Node.js accepts one connection of a socket in each turn of the event loop. Under
 * load a turn takes long, so with a single socket, new connections wait in the kernel for seconds, where nothing can refuse them, and
 * the kernel drops those beyond its queue. Only Linux distributes connections over sockets; elsewhere the server keeps its one.
 *
 * Sockets that share a port do not notice another process of the same user that shares it too. So a port that answers is taken.
 */
export function listenWithMany(server: Server): Server {
  if (process.platform !== 'linux') return server
  const { listen, close } = server
  const others: Listener[] = []
  server.listen = ((port: number, host: string) => {
    void isTaken(port, host).then((taken) => {
      if (taken) server.emit('error', addressInUse(port, host))
      else listen.call(server, { port, host, reusePort: true })
    })
    return server
  }) as typeof listen
  server.once('listening', () => {
    const { port, address: host } = server.address() as AddressInfo
    for (let at = 1; at < listeners; at += 1) {
      // The options with which an HTTP server opens its own connections.
      const other = createListener({ allowHalfOpen: true, noDelay: true }, (socket) => {
        server.emit('connection', socket)
      })
      // A socket that fails is left out; the others accept its connections.
      other.on('error', () => {})
      other.listen({ port, host, reusePort: true })
      others.push(other)
    }
  })
  server.close = ((done?: (error?: Error) => void) => {
    let open = 1 + others.length
    let failed: Error | undefined
    const closed = (error?: Error) => {
      failed ??= error
      open -= 1
      if (open === 0) done?.(failed)
    }
    // Closing the server also closes the idle connections of the other sockets.
    close.call(server, closed)
    for (const other of others) other.close(() => closed())
    return server
  }) as typeof close
  return server
}

function isTaken(port: number, host: string): Promise<boolean> {
  if (port === 0) return Promise.resolve(false)
  const any = { '::': '::1', '0.0.0.0': '127.0.0.1' }[host]
  return new Promise((known) => {
    const socket = connect({ port, host: any ?? host, timeout: probeMs })
    const end = (taken: boolean) => {
      socket.destroy()
      known(taken)
    }
    socket.once('connect', () => end(true))
    // A process listens there, but does not accept connections.
    socket.once('timeout', () => end(true))
    socket.once('error', () => end(false))
  })
}

function addressInUse(port: number, address: string): Error {
  const error = new Error(
    `port ${port} of ${address} is used by another process: choose another one with PORT`,
  )
  return Object.assign(error, { code: 'EADDRINUSE', syscall: 'listen', address, port })
}
