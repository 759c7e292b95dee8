import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { atMost } from '#lib/adapters/at-most'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { feedChannel } from '#lib/adapters/feed-notifier'
import { tierLimits } from '#lib/domain/access/tier'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { type FeedItem, readFeed, readHead } from '#lib/services/feed/read-feed'
import { renewAheadSeconds, renewLeases } from '#lib/services/feed/stream-leases'

export type HubContext = Pick<Context, 'env' | 'log' | 'sql'>

/** One published observation, shared by all listeners of its cell. */
export type Published = FeedItem & {
  /** Its encoded events, by account and area: each is encoded once for all listeners with the same account and area. */
  written: Map<string, Uint8Array>
}

export type Listener = {
  leaseId: string
  /** The position from which it follows the hub, once it has caught up. */
  isLive: boolean
  /** The size of the listener's area. */
  areaKm2: number
  covers: (cell: number) => boolean
  deliver: (item: Published) => void
  /** @param reached the position up to which everything was delivered; `undefined` while the listener catches up */
  beat: (reached: number | undefined) => void
  end: (why: 'key' | 'shutdown' | 'failure') => void
}

export type Hub = {
  /** Everything up to this position was delivered to every live listener. */
  reached: () => number
  /**
   * Delivers everything that is published by now. A listener may come from a process that is ahead of this one; without this call it would
   * receive observations a second time.
   *
   * @throws if the feed cannot be read
   */
  readOn: () => Promise<void>
  /**
   * Reads a page of what a listener missed. Only a few pages are read at once, since requests need the same connections.
   * Listeners that need the same page share one read and its written events.
   */
  readMissed: (input: { after: number; upTo: number; runs: readonly CellRun[] }) => Promise<Published[]>
  add: (listener: Listener) => void
  remove: (listener: Listener) => void
  close: () => Promise<void>
}

const pageSize = 500
/** The number of events that are given to a listener in one turn of the event loop: about a quarter of `maxWaitingBytes`. */
const atOnce = 50
const maxCatchUps = 4
/** Events per page of missed events. */
export const missedPageSize = 128
const beatMs = 15_000
/** Interval of the check for revoked and expired keys. */
const checkMs = 1_500
/** Streams that could not be checked for this long end before their leases expire and others take their places. */
const uncheckedMs = (renewAheadSeconds - 10) * 1_000
/** Interval of reading without a notification, in case its connection broke before it arrived. */
const lookAgainMs = 5_000

/**
 * Follows the feed for all streams of this process, with one listening connection and one read of each observation. A
 * notification only says that there is more. The hub then reads everything after the last delivered position, in order, so no
 * observation is missing or repeated.
 */
export async function openHub(ctx: HubContext): Promise<Hub> {
  const listeners = new Set<Listener>()
  let position = await readHead(ctx.sql)
  let pumping: Promise<void> | undefined
  let isRung = false
  let isClosed = false

  const readOn = () => {
    isRung = true
    pumping ??= pump()
    return pumping
  }

  const pump = async () => {
    try {
      while (isRung && !isClosed) {
        isRung = false
        const items = await readFeed({ sql: ctx.sql, input: { after: position, limit: pageSize } })
        for (const [nth, item] of items.entries()) {
          // Gives listeners time to read: waiting events count against their limit.
          if (nth > 0 && nth % atOnce === 0) await setImmediate()
          deliver({ ...item, written: new Map() })
          position = item.position
        }
        if (items.length > 0) isRung = true
        else await followBack()
      }
    } finally {
      pumping = undefined
    }
  }

  const deliver = (item: Published) => {
    // An error for one listener must not make the others receive an observation twice.
    for (const listener of listeners)
      try {
        if (listener.isLive && listener.covers(item.row.cell)) listener.deliver(item)
      } catch (error) {
        ctx.log.error({ error: errorText(error) }, 'an event could not be written')
        listener.end('failure')
      }
  }

  /** Follows a database that was restored from a backup, which assigns positions again. */
  const followBack = async () => {
    if (position === 0) return
    const head = await readHead(ctx.sql)
    if (head < position) position = head
  }

  const beat = () => {
    for (const listener of listeners) listener.beat(listener.isLive ? position : undefined)
  }

  /** Ends the streams whose keys no longer allow them. */
  const check = async () => {
    const before = [...listeners]
    const good = await renewLeases({ sql: ctx.sql, leaseIds: before.map(({ leaseId }) => leaseId) })
    for (const listener of before) {
      const tier = good.get(listener.leaseId)
      if (!tier || listener.areaKm2 > tierLimits[tier].areaKm2) listener.end('key')
    }
  }
  let isChecking = false
  let checkedAtMs = performance.now()
  const checkAgain = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await check()
      checkedAtMs = performance.now()
    } catch (error) {
      ctx.log.warn({ error: errorText(error) }, 'the keys of streams could not be checked')
    } finally {
      isChecking = false
    }
  }

  const ring = () => {
    isRung = true
    if (pumping) return
    // It is read again from the same position, so nothing is lost.
    readOn().catch((error) => ctx.log.warn({ error: errorText(error) }, 'the feed could not be read'))
  }
  const subscription = await ctx.sql.listen(feedChannel, ring, ring)
  const looking = setInterval(ring, lookAgainMs)
  const beating = setInterval(beat, beatMs)
  const checking = setInterval(() => {
    // This also applies while a query hangs.
    if (performance.now() - checkedAtMs > uncheckedMs)
      for (const listener of listeners) listener.end('failure')
    void checkAgain()
  }, checkMs)
  for (const timer of [looking, beating, checking]) timer.unref()
  return {
    reached: () => position,
    readOn,
    readMissed: openMissedPages(ctx),
    // A listener that is added after `close` would get no events, and would keep the web from ending.
    add: (listener) => (isClosed ? listener.end('shutdown') : void listeners.add(listener)),
    remove: (listener) => listeners.delete(listener),
    close: async () => {
      isClosed = true
      clearInterval(looking)
      clearInterval(beating)
      clearInterval(checking)
      for (const listener of listeners) listener.end('shutdown')
      await subscription.unlisten()
    },
  }
}

/** Reads pages of missed observations: a few at once, and each once for all listeners that ask for it before it is read. */
function openMissedPages({ sql }: Pick<HubContext, 'sql'>): Hub['readMissed'] {
  const wanted = new Map<string, Promise<Published[]>>()
  const readPage = atMost(maxCatchUps, async (key: string, input: Parameters<Hub['readMissed']>[0]) => {
    await undefined
    // Not shared any more, so that later listeners do not receive what was withdrawn since.
    wanted.delete(key)
    const items = await readFeed({ sql, input: { ...input, limit: missedPageSize } })
    return items.map((item): Published => ({ ...item, written: new Map() }))
  })
  return (input) => {
    const key = JSON.stringify(input)
    const page = wanted.get(key) ?? readPage(key, input)
    wanted.set(key, page)
    return page
  }
}
