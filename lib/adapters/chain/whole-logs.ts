import { BlockNotFoundError, type Hex, hexToBigInt, isHex } from 'viem'
import type { Send } from '#lib/adapters/chain/endpoints'

/**
 * Asks one endpoint for logs together with the last block of their range. A node that is behind answers without an error, with the
 * logs of the blocks it has. That answer is refused, so that another endpoint is asked.
 *
 * @throws BlockNotFoundError when the endpoint does not have that block
 */
export function onlyWholeLogs(send: Send): Send {
  return async (request) => {
    const last = lastBlockOf(request)
    if (last === undefined) return send(request)
    // In the same tick, so that both are sent in one JSON-RPC batch.
    const [logs, block] = await Promise.all([
      send(request),
      send({ method: 'eth_getBlockByNumber', params: [last, false] }),
    ])
    if (block === null) throw new BlockNotFoundError({ blockNumber: hexToBigInt(last) })
    return logs
  }
}

/** The last block of a request for logs, if it is given by number; `undefined` for all other requests. */
function lastBlockOf({ method, params }: Parameters<Send>[0]): Hex | undefined {
  if (method !== 'eth_getLogs') return undefined
  const [{ toBlock } = {}] = params as [{ toBlock?: unknown }?]
  return isHex(toBlock) ? toBlock : undefined
}
