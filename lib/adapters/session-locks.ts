import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '#lib/adapters/db/driver/open-client'

const channel = 'lock_wanted'
const askEveryMs = 100
/** Every statement here is answered at once. */
const answerWithinMs = 10_000

export type SessionLock = {
  /** False as soon as the database may have given the lock to another holder. */
  isHeld: () => boolean
  release: () => Promise<void>
}

export type SessionLocks = {
  /**
   * Takes the lock of a name until it is released. The current holder, in any process, is notified repeatedly that the lock is wanted.
   * Returns `undefined` if it was not released within `waitMs`, or if the signal aborted.
   *
   * @param args.onWanted called, possibly often, while another caller waits for this lock
   */
  take: (args: {
    name: string
    waitMs: number
    signal: AbortSignal
    onWanted: () => void
  }) => Promise<SessionLock | undefined>
  close: () => Promise<void>
}

type Holder = { onWanted: () => void; isLost: boolean }

/**
 * Locks across processes, any number of them on one database session, so that a client that sends a file for an hour does not occupy a
 * connection for it. They end with the session, and a holder is notified of that. Within the process a map separates the holders, because a
 * session may take its own lock twice.
 *
 * A connection is opened only when the first lock is taken.
 */
export function openSessionLocks(url: string): SessionLocks {
  const holders = new Map<string, Holder>()
  const session = openClient(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    answerWithinMs,
    onnotice: () => {},
    connection: { application_name: 'cairn locks' },
    onclose: () => {
      for (const holder of holders.values()) holder.isLost = true
    },
  })
  let listening: Promise<unknown> | undefined
  const listen = () => {
    listening ??= session
      .listen(channel, (name) => holders.get(name)?.onWanted())
      .catch((error: unknown) => {
        listening = undefined
        throw error
      })
    return listening
  }

  const tryTake = async (name: string, onWanted: () => void): Promise<SessionLock | undefined> => {
    if (holders.has(name)) return undefined
    const holder: Holder = { onWanted, isLost: false }
    // Before the query: a second caller in this process must not use the same session.
    holders.set(name, holder)
    let isTaken = false
    try {
      const [row] = await session<
        { locked: boolean }[]
      >`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`
      isTaken = row!.locked
      // The session has just answered, so it is alive; a lost one was an earlier session.
      holder.isLost = false
    } finally {
      if (!isTaken) holders.delete(name)
    }
    if (!isTaken) return undefined
    const release = async () => {
      try {
        if (!holder.isLost) await session`select pg_advisory_unlock(hashtextextended(${name}, 0))`
      } catch (error) {
        // Its session ended meanwhile, and the lock with it.
        if (!holder.isLost) throw error
      } finally {
        holders.delete(name)
      }
    }
    return { isHeld: () => !holder.isLost, release }
  }

  return {
    take: async ({ name, waitMs, signal, onWanted }) => {
      await listen()
      const giveUpAt = performance.now() + waitMs
      for (;;) {
        const lock = await tryTake(name, onWanted)
        if (lock) return lock
        if (signal.aborted || performance.now() > giveUpAt) return undefined
        const near = holders.get(name)
        if (near) near.onWanted()
        else await session`select pg_notify(${channel}, ${name})`
        await sleep(askEveryMs, undefined, { signal }).catch(() => {})
      }
    },
    close: () => session.end({ timeout: 5 }),
  }
}
