import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { createRunReader, createSplitter, type Message, rowsOf } from '#testing/chaos/pg-messages'
import { nameStatement } from '#testing/chaos/statement-name'

/** A statement that writes, or the commit of some, seen on its way. */
export type SqlMoment = {
  /** The same before and after. */
  id: number
  /** `before` the server has it; `after` the server did it and before the client hears of that. */
  phase: 'before' | 'after'
  name: string
  /** Rows it wrote, known only afterwards; for a commit, those of its whole transaction. */
  rows: number
}

export type PgProxy = {
  /** The database's URL by way of the proxy. */
  url: string
  /** The client ports, as the server sees them, of the connections that go through it. */
  ports: () => number[]
  close: () => Promise<void>
}

/**
 * A proxy between a process and PostgreSQL that calls `watch` for each write. When `watch` returns `stop`, the proxy forwards
 * nothing more on that connection, in either direction.
 */
export async function startPgProxy(options: {
  databaseUrl: string
  watch: (moment: SqlMoment) => 'go' | 'stop'
}): Promise<PgProxy> {
  const target = new URL(options.databaseUrl)
  const sockets = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    upstreams.add(upstream)
    upstream.once('close', () => upstreams.delete(upstream))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    relay(client, upstream, options.watch)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(options.databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    ports: () => [...upstreams].flatMap((upstream) => upstream.localPort ?? []),
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

let lastId = 0

type Pending = {
  id: number
  name: string
  isCommit: boolean
  watched: boolean
  simple: boolean
  rows: number
}

function relay(client: Socket, upstream: Socket, watch: (moment: SqlMoment) => 'go' | 'stop'): void {
  const splitClient = createSplitter(true)
  const splitServer = createSplitter(false)
  const readRun = createRunReader()
  /** Statements that were sent and are not answered yet, in order. */
  const pending: Pending[] = []
  /** Statements that were answered in this round, which ends with ReadyForQuery. */
  let done: Pending[] = []
  let held: Buffer[] = []
  let written: { names: string[]; rows: number } | undefined
  let stopped = false

  /** Says what passes; nothing does any more after a stop. */
  const passes = (moment: SqlMoment): boolean => {
    if (watch(moment) === 'go') return true
    stopped = true
    upstream.destroy()
    client.destroy()
    return false
  }

  client.on('data', (chunk: Buffer) => {
    for (const message of splitClient(chunk)) {
      if (stopped) return
      const run = readRun(message)
      if (run) {
        const { kind, name } = nameStatement(run)
        const isCommit = kind === 'commit'
        if (kind === 'begin') written = { names: [], rows: 0 }
        if (kind === 'rollback') written = undefined
        const id = ++lastId
        const watched = kind === 'write' || (isCommit && (written?.names.length ?? 0) > 0)
        const full = isCommit ? `commit: ${written?.names.join(', ')}` : name
        if (kind === 'write') written?.names.push(name)
        if (watched && !passes({ id, phase: 'before', name: full, rows: 0 })) return
        pending.push({ id, name: full, isCommit, watched, simple: message.type === 'Q', rows: 0 })
      }
      upstream.write(message.bytes)
    }
  })

  upstream.on('data', (chunk: Buffer) => {
    for (const message of splitServer(chunk)) {
      if (stopped) return
      take(message)
    }
  })

  function take(message: Message): void {
    held.push(message.bytes)
    const { type } = message
    if ((type === 'C' || type === 'I') && pending[0]) {
      pending[0].rows += type === 'C' ? rowsOf(message) : 0
      // A simple query may hold several statements; it is over with its round.
      if (!pending[0].simple) done.push(pending.shift()!)
    }
    if (type === 'Z') {
      if (pending[0]?.simple) done.push(pending.shift()!)
      // An error makes the server skip the rest of the round.
      pending.length = 0
      for (const ran of done) {
        if (!ran.watched) continue
        const rows = ran.isCommit ? (written?.rows ?? 0) : ran.rows
        if (!ran.isCommit && written) written.rows += ran.rows
        if (ran.isCommit) written = undefined
        if (!passes({ id: ran.id, phase: 'after', name: ran.name, rows })) return
      }
      done = []
    }
    // What a write did is told only when the round is over; everything else is passed on as it comes.
    if (type === 'Z' || ![...pending, ...done].some((ran) => ran.watched)) {
      client.write(Buffer.concat(held))
      held = []
    }
  }
}
