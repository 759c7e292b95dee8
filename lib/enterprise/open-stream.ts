import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Connection } from '#lib/adapters/connections'
import { fieldError } from '#lib/domain/errors'
import { polygonBoxKm2 } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { readEventId, writeEventId } from '#lib/enterprise/event-id'
import { type Hub, type HubContext, type Listener, missedPageSize, type Published } from '#lib/enterprise/hub'
import { subscriptionOf, writeEvent } from '#lib/enterprise/write-event'
import type { GroundArea } from '#lib/schemas/enterprise'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { assertAreaAllowed } from '#lib/services/enterprise/query-ground-truth'
import { replayHours } from '#lib/services/feed/forget-feed'
import { isKept, oldestKept } from '#lib/services/feed/read-feed'
import { releaseLease, takeLease } from '#lib/services/feed/stream-leases'

export type StreamInput = { area: GroundArea; lastEventId: string | undefined }

/** The maximum number of buffered bytes for a listener that does not read. Beyond it the stream ends. */
export const maxWaitingBytes = 256 * 1024
/**
 * While a listener catches up: the buffered bytes below which it is given more, the bytes that it is then given, and the size of the
 * pieces.
 */
const catchUp = { refillBytes: 64 * 1024, givenBytes: 96 * 1024, chunkBytes: 32 * 1024 }
const retryMs = 2_000
const slowRetryMs = 10_000

/** How long a stream continues while its listener does not read, in milliseconds. */
export type Patience = {
  /** For a listener that does not take the next part of its missed observations. */
  stalled: number
  /** For reading the buffered events after the stream has ended. */
  ended: number
  /** The same, after its key was revoked or expired. */
  refused: number
}
const usualPatience: Patience = { stalled: 8_000, ended: 4_000, refused: 1_000 }

const encoder = new TextEncoder()

/**
 * The observations of an area as server-sent events, from now on or after a given event id, each once and in the order of
 * publication. Missed observations are first read from the database, page by page as the listener takes them. In the step that
 * finds none left, the stream starts to follow the hub.
 *
 * After its last event, a stream has a short time to be read. Then its connection is reset, which frees the buffers of this
 * process and of the kernel. Its lease is released when the connection closes, so that leases count connections.
 *
 * @param args.connection the connection that carries the stream; if absent, only the stream is closed
 * @throws CairnError `aoi_too_large`, `invalid_request`, `rate_limited`
 */
export async function openStream(args: {
  ctx: HubContext
  hub: Hub
  key: ApiKey
  input: StreamInput
  connection?: Connection | undefined
  patience?: Patience | undefined
}): Promise<ReadableStream<Uint8Array>> {
  const { ctx, hub, key, input, connection, patience = usualPatience } = args
  const { env, sql } = ctx
  assertAreaAllowed(key, input.area)
  const asked = input.lastEventId === undefined ? undefined : readEventId(env, input.lastEventId)
  if (input.lastEventId !== undefined && asked === undefined)
    throw fieldError('Last-Event-ID', 'must be an unchanged id of this stream')
  const subscription = subscriptionOf(env, key.account, input.area)
  const { leaseId } = await takeLease({ sql, key })
  let position = asked ?? hub.reached()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isOpen = true
  let wake = () => {}

  let ending: NodeJS.Timeout | undefined

  /** Stops sending to the listener; its connection may still be open. */
  const stop = () => {
    isOpen = false
    hub.remove(listener)
    wake()
  }
  const release = () => {
    stop()
    clearTimeout(ending)
    // If this fails, the lease soon expires.
    releaseLease({ sql, leaseId }).catch((error) =>
      ctx.log.warn({ error: errorText(error) }, 'lease not released'),
    )
  }
  /** The final event follows all waiting events. A listener that has read it continues from there. */
  const end = (why: string, afterMs: number, patienceMs = patience.ended) => {
    if (!isOpen) return
    stop()
    controller.enqueue(encoder.encode(`: ${why}\nretry: ${afterMs}\n\n`))
    controller.close()
    if (connection) ending = setTimeout(connection.reset, patienceMs)
    else release()
  }
  const waitingBytes = () => maxWaitingBytes - (controller.desiredSize ?? 0)
  const endAsTooSlow = () => end('you read too slowly; reconnect with Last-Event-ID', slowRetryMs)
  const send = (event: Uint8Array | string) => {
    if (!isOpen) return
    if (waitingBytes() >= maxWaitingBytes) endAsTooSlow()
    else controller.enqueue(typeof event === 'string' ? encoder.encode(event) : event)
  }
  const listener: Listener = {
    leaseId,
    isLive: false,
    areaKm2: polygonBoxKm2(input.area.area),
    covers: coveredBy(input.area.runs),
    deliver: (item) => send(writeEvent(env, subscription, item)),
    beat: (reached) => {
      // Waiting events keep the connection in use.
      if (reached === undefined) return waitingBytes() === 0 ? send(': heartbeat\n\n') : undefined
      send(`: heartbeat\nid: ${writeEventId(env, reached, 'heartbeat')}\n\n`)
    },
    end: (why) =>
      why === 'key'
        ? end(
            'the key of this stream is no longer valid, or its limits were lowered',
            slowRetryMs,
            patience.refused,
          )
        : end('this stream ends here; reconnect with Last-Event-ID', retryMs),
  }

  /** Waits until the listener has read most of its events, and closes the stream if that takes too long. */
  const room = async () => {
    if (waitingBytes() <= catchUp.refillBytes) return
    const timer = setTimeout(endAsTooSlow, patience.stalled)
    while (isOpen && waitingBytes() > catchUp.refillBytes)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    clearTimeout(timer)
  }

  /** Sends events up to a limit of bytes. @returns true if all were sent */
  const give = (items: readonly Published[]): boolean => {
    const { chunks, count } = chunksOf(items, (item) => writeEvent(env, subscription, item))
    for (const chunk of chunks) send(chunk)
    position = items[count - 1]?.position ?? position
    return count === items.length
  }

  const sendMissed = async () => {
    if (!(await isKept(sql, position))) {
      const oldest = await oldestKept(sql)
      send(gapEvent(writeEventId(env, oldest - 1, 'event')))
      position = oldest - 1
    }
    if (position > hub.reached()) await hub.readOn()
    while (isOpen) {
      await room()
      const target = hub.reached()
      // Nothing may be awaited between this check and `isLive`: an observation that the hub delivers meanwhile would be lost.
      if (position >= target) {
        listener.isLive = true
        return
      }
      const items = await hub.readMissed({ after: position, upTo: target, runs: input.area.runs })
      if (give(items) && items.length < missedPageSize) position = target
      // Lets other requests run between two pages.
      await setImmediate()
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
        connection?.onClose(release)
        hub.add(listener)
        send(`retry: ${retryMs}\nid: ${writeEventId(env, position, 'heartbeat')}\n\n`)
        // Not awaited, so that the listener can read at once.
        sendMissed().catch((error) => {
          ctx.log.warn({ error: errorText(error) }, 'earlier observations of a stream could not be read')
          end('this could not be read now; reconnect with Last-Event-ID', retryMs)
        })
      },
      pull: () => wake(),
      cancel: () => (connection ? connection.reset() : release()),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
  )
}

/**
 * The events of the first items, joined to a few chunks, up to a limit of bytes. The other items are read again later, so little memory is
 * used for a listener that does not read.
 *
 * @returns `count`: the number of items in the chunks
 */
function chunksOf(
  items: readonly Published[],
  eventOf: (item: Published) => Uint8Array,
): { chunks: Uint8Array[]; count: number } {
  const chunks: Uint8Array[] = []
  let [parts, chunkBytes, givenBytes, count] = [[] as Uint8Array[], 0, 0, 0]
  for (const item of items) {
    if (givenBytes >= catchUp.givenBytes) break
    const event = eventOf(item)
    parts.push(event)
    chunkBytes += event.length
    givenBytes += event.length
    count += 1
    if (chunkBytes < catchUp.chunkBytes) continue
    chunks.push(Buffer.concat(parts))
    parts = []
    chunkBytes = 0
  }
  if (parts.length > 0) chunks.push(Buffer.concat(parts))
  return { chunks, count }
}

function gapEvent(id: string): string {
  const data = {
    error: 'replay_window_passed',
    message: `Events after your Last-Event-ID are stored for ${replayHours} hours, and some of them are gone. The stream continues with the oldest that is stored; query POST /enterprise/v1/spatial/query for the missing ones.`,
  }
  return `id: ${id}\nevent: gap\ndata: ${JSON.stringify(data)}\n\n`
}

/** Binary search: runs are sorted and disjoint. */
function coveredBy(runs: readonly CellRun[]): (cell: number) => boolean {
  return (cell) => {
    let [low, high] = [0, runs.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const [first, last] = runs[middle]!
      if (cell < first) high = middle - 1
      else if (cell > last) low = middle + 1
      else return true
    }
    return false
  }
}
