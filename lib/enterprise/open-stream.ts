import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import { polygonBoxKm2 } from '#lib/domain/area'
import type { CellRun } from '#lib/domain/cell-runs'
import { CairnError } from '#lib/domain/errors'
import { readEventId, writeEventId } from '#lib/enterprise/event-id'
import type { Hub, HubContext, Listener, Published } from '#lib/enterprise/hub'
import { subscriptionOf, writeEvent } from '#lib/enterprise/write-event'
import type { GroundArea } from '#lib/schemas/enterprise'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { assertAreaAllowed } from '#lib/services/enterprise/query-ground-truth'
import { replayHours } from '#lib/services/feed/forget-feed'
import { isKept, oldestKept, readFeed } from '#lib/services/feed/read-feed'
import { releaseLease, takeLease } from '#lib/services/feed/stream-leases'
import { loadTrees } from '#lib/services/observations/load-trees'

export type StreamInput = { area: GroundArea; lastEventId: string | undefined }

/** What waits for a listener that does not read; more ends its stream. */
export const maxWaitingBytes = 256 * 1024
const pageSize = 500
const retryMs = 2_000
const slowRetryMs = 10_000

const encoder = new TextEncoder()

/**
 * The observations of an area as server-sent events, from now on or from where an event id says, each once and in the order of
 * publication. First what was missed is read from the database, page by page as the listener takes it; when nothing is
 * left, the stream follows the hub, in the same step in which it is seen that nothing is left.
 *
 * @throws CairnError `aoi_too_large`, `invalid_request`, `rate_limited`
 */
export async function openStream(args: {
  ctx: HubContext
  hub: Hub
  key: ApiKey
  input: StreamInput
}): Promise<ReadableStream<Uint8Array>> {
  const { ctx, hub, key, input } = args
  const { env, sql } = ctx
  assertAreaAllowed(key, input.area)
  const asked = input.lastEventId === undefined ? undefined : readEventId(env, input.lastEventId)
  if (input.lastEventId !== undefined && asked === undefined)
    throw new CairnError('invalid_request', 'Last-Event-ID: must be an id of this stream, as it was sent', {
      field: 'Last-Event-ID',
    })
  const subscription = subscriptionOf(env, key.account, input.area)
  const { leaseId } = await takeLease({ sql, key })
  let position = asked ?? hub.reached()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isOpen = true
  let wake = () => {}

  const finish = () => {
    if (!isOpen) return
    isOpen = false
    hub.remove(listener)
    wake()
    // It ends by itself soon, should this fail.
    releaseLease({ sql, leaseId }).catch((error) =>
      ctx.log.warn({ error: errorText(error) }, 'lease not released'),
    )
  }
  /** The last words come after all that waits: whoever reads it goes on from there. */
  const end = (why: string, afterMs: number) => {
    if (!isOpen) return
    finish()
    controller.enqueue(encoder.encode(`: ${why}\nretry: ${afterMs}\n\n`))
    controller.close()
  }
  const send = (event: Uint8Array | string) => {
    if (!isOpen) return
    if (controller.desiredSize! <= 0) end('you read too slowly; come back with Last-Event-ID', slowRetryMs)
    else controller.enqueue(typeof event === 'string' ? encoder.encode(event) : event)
  }
  const listener: Listener = {
    leaseId,
    isLive: false,
    areaKm2: polygonBoxKm2(input.area.area),
    covers: coveredBy(input.area.runs),
    deliver: (item) => send(writeEvent(env, subscription, item)),
    beat: (reached) =>
      send(
        reached === undefined
          ? ': heartbeat\n\n'
          : `: heartbeat\nid: ${writeEventId(env, reached, 'heartbeat')}\n\n`,
      ),
    end: (why) =>
      why === 'key'
        ? end('the key of this stream is good no more, or allows less than before', slowRetryMs)
        : end('this stream cannot go on here; come back with Last-Event-ID', retryMs),
  }

  /** Waits until the listener has taken what it was given. */
  const room = async () => {
    while (isOpen && controller.desiredSize! <= 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }

  const catchUp = async () => {
    if (!(await isKept(sql, position))) {
      const oldest = await oldestKept(sql)
      send(gapEvent(writeEventId(env, oldest - 1, 'event')))
      position = oldest - 1
    }
    while (isOpen) {
      const target = hub.reached()
      // No other code runs between this and the hub's next delivery: what it delivers next is what comes next.
      if (position >= target) {
        listener.isLive = true
        return
      }
      const items = await readFeed({
        sql,
        input: { after: position, upTo: target, limit: pageSize, runs: input.area.runs },
      })
      const trees = await loadTrees(ctx.db, new Set(items.map(({ row }) => row.treeId)))
      for (const item of items) {
        await room()
        const published: Published = { ...item, tree: trees.get(item.row.treeId)!, written: new Map() }
        send(writeEvent(env, subscription, published))
      }
      position = items.length < pageSize ? target : items.at(-1)!.position
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
        hub.add(listener)
        send(`retry: ${retryMs}\nid: ${writeEventId(env, position, 'heartbeat')}\n\n`)
        // Not waited for: a stream is read from its first word.
        catchUp().catch((error) => {
          ctx.log.warn({ error: errorText(error) }, 'a stream could not be caught up')
          end('this could not be read just now; come back with Last-Event-ID', retryMs)
        })
      },
      pull: () => wake(),
      cancel: finish,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
  )
}

function gapEvent(id: string): string {
  const data = {
    error: 'replay_window_passed',
    message: `What follows your Last-Event-ID is kept for ${replayHours} hours, and some of it is gone. The stream goes on with the oldest that is kept; ask POST /enterprise/v1/spatial/query for what is missing.`,
  }
  return `id: ${id}\nevent: gap\ndata: ${JSON.stringify(data)}\n\n`
}

/** By halving: runs are sorted and disjoint. */
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
