import { type Hex, keccak256, numberToHex } from 'viem'
import type { Random } from '#lib/sandbox/testing/chaos/random'
import type { RpcAnswer, RpcCall, RpcFate, RpcRules } from '#lib/sandbox/testing/chaos/rpc-proxy'

/** How often each lie was told. */
export type Lies = Record<string, number>

/** What one process may expect of one node. Everything it says was, or could have been, true of some node. */
export type LyingNode = {
  rules: RpcRules
  /** Answers nobody until told otherwise. */
  setAway: (away: boolean) => void
  /** Knows the chain only up to that block, as a node that lags; `undefined` ends it. */
  setLag: (head: number | undefined) => void
}

/** How many of a hundred requests go wrong somehow. */
const wrongPerHundred = 8
/** Of a hundred sends that arrive, how many are answered and forgotten. */
const swallowedPerHundred = 10
const nullReceiptsPerHundred = 8
const maxDelayMs = 1_200

/**
 * @param options.finalityDepth how far `safe` lies behind the head
 * @param options.lies is added to
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

/** The block a lagging node means by a tag; `undefined` when it is one that it knows. */
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
