import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from '#testing/load/figures'

export type Listener = {
  /** Ids in the order in which they came, over all its connections. */
  heard: string[]
  isOpen: () => boolean
  connections: () => number
  close: () => Promise<void>
}

const silenceMs = 40_000

/** Listens as a browser does: an id counts once its block is complete, and a listener reconnects with the last id. */
export function startListener(args: {
  port: number
  key: string
  wkt: string
  figures: Figures
  onHeard: (sha256: string) => void
}): Listener {
  const { port, key, wkt, figures, onHeard } = args
  const heard: string[] = []
  const stop = new AbortController()
  let lastEventId: string | undefined
  let retryMs = 2_000
  let isOpen = false
  let connections = 0

  const take = (block: string) => {
    let [event, data] = ['message', '']
    for (const line of block.split('\n')) {
      const at = line.indexOf(': ')
      const [field, value] = [line.slice(0, at), line.slice(at + 2)]
      if (field === 'id') lastEventId = value
      else if (field === 'retry') retryMs = Number(value)
      else if (field === 'event') event = value
      else if (field === 'data') data += value
    }
    if (event === 'gap') figures.violate('a listener was told of a gap')
    if (event !== 'observation') return
    const { data_points } = JSON.parse(data) as { data_points: { observation: string }[] }
    for (const { observation } of data_points) {
      heard.push(observation)
      onHeard(observation)
    }
  }
  /** Listens until the stream ends. @returns why it ended */
  const listen = () =>
    new Promise<string>((done) => {
      const path = `/enterprise/v1/spatial/stream?geometry=${encodeURIComponent(wkt)}`
      const headers = {
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      }
      const outgoing = get(
        { host: '127.0.0.1', port, path, headers, agent: false, signal: stop.signal },
        (answer) => {
          if (answer.statusCode !== 200) {
            answer.resume()
            return done(`answered ${answer.statusCode}`)
          }
          isOpen = true
          connections += 1
          let rest = ''
          // Heartbeats come every 15 seconds.
          answer.setTimeout(silenceMs, () => outgoing.destroy(new Error('silent')))
          answer.setEncoding('utf8').on('data', (text: string) => {
            const blocks = (rest + text).split('\n\n')
            rest = blocks.pop()!
            for (const block of blocks) take(block)
          })
          answer.once('end', () => done('ended by the service'))
          answer.once('error', (error: NodeJS.ErrnoException) =>
            done(`cut off: ${error.code ?? error.message}`),
          )
        },
      )
      outgoing.once('error', (error: NodeJS.ErrnoException) =>
        done(`cut off: ${error.code ?? error.message}`),
      )
    })

  const running = (async () => {
    while (!stop.signal.aborted) {
      const why = await listen()
      isOpen = false
      if (stop.signal.aborted) return
      figures.countError('stream', why)
      await sleep(retryMs)
    }
  })()
  return {
    heard,
    isOpen: () => isOpen,
    connections: () => connections,
    close: async () => {
      stop.abort()
      await running
    },
  }
}

/** Describes the first difference between the events received and those published. `undefined` if they are equal. */
export function compareHeard(heard: readonly string[], published: readonly string[]): string | undefined {
  const at = published.findIndex((id, index) => heard[index] !== id)
  if (at === -1 && heard.length === published.length) return undefined
  const doubled = heard.length - new Set(heard).size
  const lost = new Set(published).difference(new Set(heard)).size
  return `${heard.length} of ${published.length} came, ${doubled} twice, ${lost} never, first difference at ${at}`
}
