import { type Hex, keccak256, numberToHex } from 'viem'
import type { Random } from '#testing/chaos/random'
import type { RpcAnswer, RpcCall, RpcFate, RpcRules } from '#testing/chaos/rpc-proxy'

/** How often each lie was told. */
export type Lies = Record<string, number>

/** An unreliable RPC node for one process. A real node could have given each of its answers. */
export type LyingNode = {
  rules: RpcRules
  /** While `true`, the node answers no requests. */
  setAway: (away: boolean) => void
  /** Makes the node lag: it knows the chain only up to this block. `undefined` ends the lag. */
  setLag: (head: number | undefined) => void
}

/** The percentage of requests that fail in some way. */
const wrongPerHundred = 8
/** The percentage of transactions that are acknowledged and then dropped. */
const swallowedPerHundred = 10
const nullReceiptsPerHundred = 8
const maxDelayMs = 1_200

/**
 * @param options.finalityDepth the number of blocks from `safe` to the head
 * @param options.lies counts what the node does wrong; this function adds to it
 */
export function createLyingNode(options: { random: Random; finalityDepth: number; lies: Lies }): LyingNode {
  const { random, finalityDepth, lies } = options
  let away = false
  let lag: number | undefined
  const tell = <Thing>(name: string, thing: Thing): Thing => {
    lies[name] = (lies[name] ?? 0) + 1
    return thing
  }

  const fate = (calls: readonly RpcCall[]): RpcFate => {
    if (away) return tell('away', random.chance(0.5) ? { do: 'cut', when: 'before' } : unavailable)
    if (calls.some(isSync) && random.chance(swallowedPerHundred / 100))
      return tell('send swallowed', { do: 'cut', when: 'before' })
    if (!random.chance(wrongPerHundred / 100)) return { do: 'pass' }
    return random.pick<() => RpcFate>([
      () => tell('cut before', { do: 'cut', when: 'before' }),
      () => tell('cut after', { do: 'cut', when: 'after' }),
      () => tell('delay', { do: 'delay', ms: random.between(50, maxDelayMs) }),
      () => tell('delay', { do: 'delay', ms: random.between(50, maxDelayMs) }),
      () => tell('repeat', { do: 'repeat' }),
      () => tell('500', { do: 'answer', status: 500, text: 'internal error' }),
      () => tell('429', { do: 'answer', status: 429, text: 'rate limited' }),
      () => tell('no JSON', { do: 'answer', status: 200, text: '<html>gateway timeout</html>' }),
    ])()
  }

  const ask = (call: RpcCall): RpcCall | RpcAnswer => {
    if (call.method === 'eth_sendRawTransaction' && random.chance(swallowedPerHundred / 100)) {
      const hash = keccak256(call.params![0] as Hex)
      return random.pick<() => RpcAnswer>([
        () => tell('send swallowed', { result: hash }),
        () => tell('wrong error', { error: { code: -32000, message: 'nonce too low' } }),
        () => tell('wrong error', { error: { code: -32000, message: 'already known' } }),
        () => tell('wrong error', { error: { code: -32603, message: 'internal error' } }),
      ])()
    }
    if (lag === undefined) return call
    const at = blockParameter[call.method]
    const asked = at === undefined ? undefined : call.params?.[at]
    if (at === undefined || asked === undefined) {
      if (call.method === 'eth_getLogs') return tell('stale head', clipLogs(call, lag))
      return call
    }
    const head = knownHead(asked, lag, finalityDepth)
    if (head === undefined) return call
    const params = [...call.params!]
    params[at] = numberToHex(head)
    return tell('stale head', { ...call, params })
  }

  const answer = (call: RpcCall, real: RpcAnswer): RpcAnswer => {
    if (call.method === 'eth_getTransactionReceipt' && real.result) {
      const block = Number((real.result as { blockNumber: Hex }).blockNumber)
      if (lag !== undefined && block > lag) return tell('stale head', { result: null })
      if (random.chance(nullReceiptsPerHundred / 100)) return tell('null receipt', { result: null })
    }
    if (call.method === 'eth_blockNumber' && lag !== undefined && real.result)
      return tell('stale head', { result: numberToHex(Math.min(lag, Number(real.result))) })
    return real
  }

  return {
    rules: { fate, answered: () => 'go', ask, tell: answer },
    setAway: (next) => {
      away = next
    },
    setLag: (head) => {
      lag = head
    },
  }
}

const unavailable: RpcFate = { do: 'answer', status: 503, text: 'unavailable' }

const blockParameter: Record<string, number> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
}

/** The block that a lagging node returns for a tag, or `undefined` if the node has the requested block. */
function knownHead(asked: unknown, lag: number, finalityDepth: number): number | undefined {
  if (asked === 'latest' || asked === 'pending') return lag
  if (asked === 'safe') return Math.max(0, lag - finalityDepth)
  if (asked === 'finalized') return Math.max(0, lag - 2 * finalityDepth)
  return undefined
}

function clipLogs(call: RpcCall, lag: number): RpcCall | RpcAnswer {
  const filter = call.params![0] as { fromBlock?: string; toBlock?: string }
  const from = filter.fromBlock?.startsWith('0x') ? Number(filter.fromBlock) : 0
  if (from > lag) return { result: [] }
  const to = filter.toBlock?.startsWith('0x') ? Math.min(Number(filter.toBlock), lag) : lag
  return { ...call, params: [{ ...filter, toBlock: numberToHex(to) }] }
}

function isSync(call: RpcCall): boolean {
  return call.method === 'eth_sendRawTransactionSync'
}
