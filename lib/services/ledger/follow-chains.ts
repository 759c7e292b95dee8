import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { type Followed, followChain } from '#lib/services/ledger/follow-chain'

/** unreachable: the chain did not answer; `reason` is its error. */
export type FollowedNetwork = { network: string } & (
  | Followed
  | { is: 'unreachable'; entries: 0; block: undefined; reason: string }
)

/** Continues the ledger of every network. An unresponsive chain does not delay the others. */
export async function followChains(args: {
  ctx: Pick<Context, 'sql' | 'db' | 'log' | 'chains' | 'env'>
  input: { untilMs: number }
}): Promise<FollowedNetwork[]> {
  const { ctx, input } = args
  return Promise.all(
    ctx.env.networks.map(async (network): Promise<FollowedNetwork> => {
      try {
        return { network: network.id, ...(await followChain({ ctx, input: { ...input, network } })) }
      } catch (error) {
        return {
          network: network.id,
          is: 'unreachable',
          entries: 0,
          block: undefined,
          reason: errorText(error),
        }
      }
    }),
  )
}
