import { setTimeout as sleep } from 'node:timers/promises'
import { setAutomine } from '#sandbox/chain-controls'
import { openLocal } from '#sandbox/local-chain'

/** Blocks at a steady pace, as a real chain makes them, with or without transactions. */
export type Blocks = {
  /** No block for that long. */
  pause: (ms: number) => void
  /** Mines no block while `run` is running: anvil loses a block that it mines during a reorganisation. */
  between: (run: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

const toleratedSeconds = 2

/**
 * @param options.aheadSeconds how far the chain is to run ahead of real time; a reorganisation makes anvil forget that
 */
export async function makeBlocks(options: {
  rpcUrl: string
  everyMs: number
  aheadSeconds: () => number
}): Promise<Blocks> {
  const { rpcUrl, everyMs, aheadSeconds } = options
  const client = openLocal(rpcUrl)
  await setAutomine(rpcUrl, false)
  let pausedUntil = 0
  let stopping = false
  let last: Promise<void> = Promise.resolve()
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const done = last.then(run)
    // A node that is busy gets its next block a little later.
    last = done.catch(() => {})
    return done
  }
  const make = async () => {
    await client.mine({ blocks: 1 })
    const { timestamp } = await client.getBlock()
    const behind = Math.floor(Date.now() / 1_000) + aheadSeconds() - Number(timestamp)
    if (behind > toleratedSeconds) await client.increaseTime({ seconds: behind })
  }
  const running = (async () => {
    while (!stopping) {
      await sleep(everyMs)
      if (Date.now() >= pausedUntil) await inTurn(make).catch(() => {})
    }
  })()
  return {
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, Date.now() + ms)
    },
    between: inTurn,
    stop: async () => {
      stopping = true
      await running
    },
  }
}
