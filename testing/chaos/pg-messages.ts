// Reads the messages of PostgreSQL's protocol.

/** One message of PostgreSQL's protocol, version 3. `type` is empty for a client's first message, which has no type byte. */
export type Message = { type: string; body: Buffer; bytes: Buffer }

/** Splits a byte stream with any chunk boundaries into messages. @param startsUntyped for the client's side of a connection */
export function createSplitter(startsUntyped: boolean): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = startsUntyped
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const head = untyped ? 0 : 1
      if (rest.length < head + 4) return messages
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return messages
      const bytes = rest.subarray(0, end)
      messages.push({
        type: bytes.toString('latin1', 0, head),
        body: bytes.subarray(head + 4),
        bytes,
      })
      rest = rest.subarray(end)
      untyped = false
    }
  }
}

/** A statement that is about to run: its text and the parameters that were sent in text format. */
export type Run = { sql: string; parameters: string[] }

/** Follows what a client prepares and binds, and tells of each message that runs a statement which one it is. */
export function createRunReader(): (message: Message) => Run | undefined {
  const statements = new Map<string, string>()
  const portals = new Map<string, Run>()
  return ({ type, body }) => {
    if (type === 'Q') return { sql: cString(body, 0).text, parameters: [] }
    if (type === 'P') {
      const name = cString(body, 0)
      statements.set(name.text, cString(body, name.end).text)
    } else if (type === 'B') {
      const portal = cString(body, 0)
      const statement = cString(body, portal.end)
      portals.set(portal.text, {
        sql: statements.get(statement.text) ?? '',
        parameters: readParameters(body, statement.end),
      })
    } else if (type === 'E') {
      return portals.get(cString(body, 0).text)
    }
    return undefined
  }
}

/** How many rows a CommandComplete speaks of: `INSERT 0 1`, `UPDATE 3`, `SELECT 1`. */
export function rowsOf(message: Message): number {
  return Number(/(\d+)$/.exec(cString(message.body, 0).text)?.[1] ?? 0)
}

function readParameters(body: Buffer, start: number): string[] {
  let at = start
  at += 2 + 2 * body.readInt16BE(at)
  const count = body.readInt16BE(at)
  at += 2
  const parameters: string[] = []
  for (let index = 0; index < count; index++) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) continue
    parameters.push(body.toString('utf8', at, at + length))
    at += length
  }
  return parameters
}

function cString(body: Buffer, start: number): { text: string; end: number } {
  const zero = body.indexOf(0, start)
  const stop = zero < 0 ? body.length : zero
  return { text: body.toString('utf8', start, stop), end: stop + 1 }
}
