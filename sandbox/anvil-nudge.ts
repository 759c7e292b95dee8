import { openLocal } from '#sandbox/local-chain'

const everyMs = 500

/**
 * Anvil makes a block for each transaction that can be mined when it arrives. A transaction that arrives before an earlier nonce waits,
 * becomes minable when that nonce arrives, and then stays unmined until the next transaction, which its sender may never send. This makes a
 * block when a transaction has been waiting for a while, unless blocks are made by hand.
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
    // A chain that does not answer is reported elsewhere.
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
