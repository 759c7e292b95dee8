import { mine, setAutomine } from '#lib/sandbox/chain-controls'

/** Blocks at a steady pace, as a real chain makes them, with or without transactions. */
export type Blocks = {
  /** No block for that long. */
  pause: (ms: number) => void
  stop: () => Promise<void>
}

export async function makeBlocks(rpcUrl: string, everyMs: number): Promise<Blocks> {
  await setAutomine(rpcUrl, false)
  let pausedUntil = 0
  let stopping = false
  const running = (async () => {
    while (!stopping) {
      await new Promise((wake) => setTimeout(wake, everyMs))
      if (Date.now() >= pausedUntil) await mine(rpcUrl).catch(() => {})
    }
  })()
  return {
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, Date.now() + ms)
    },
    stop: async () => {
      stopping = true
      await running
    },
  }
}
