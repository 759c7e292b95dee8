import { openLocal } from '#sandbox/local-chain'

const everyMs = 500

/**
 * Anvil makes a block for each transaction that can be mined when it arrives. One that came before an earlier nonce waits,
 * becomes minable when that comes, and is then forgotten until the next transaction, for which its sender may never ask.
 * This makes a block when something has been waiting for a while, unless blocks are made by hand.
 */
export function nudge(rpcUrl: string): { stop: () => void } {
  const client = openLocal(rpcUrl)
  let waited = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const { pending } = await client.getTxpoolStatus()
    if (pending > 0 && waited && (await client.getAutomine())) await client.mine({ blocks: 1 })
    waited = pending > 0
  }
  const schedule = () => {
    if (stopped) return
    // A chain that does not answer is noticed by everybody else.
    timer = setTimeout(
      () =>
        void look()
          .catch(() => {})
          .then(schedule),
      everyMs,
    )
    timer.unref()
  }
  schedule()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
