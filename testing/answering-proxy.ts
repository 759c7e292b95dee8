import { type RpcAnswer, startRpcProxy } from '#testing/chaos/rpc-proxy'

/** What a node says instead: to one call, or to the whole request. */
export type Answer = RpcAnswer | { status: number }

/** A way to a chain on which some calls are answered otherwise. */
export function startAnsweringProxy(
  rpcUrl: string,
  answer: (method: string, params: unknown[]) => Answer | undefined,
): ReturnType<typeof startRpcProxy> {
  const decided = new WeakMap<object, Answer | undefined>()
  return startRpcProxy({
    rpcUrl,
    rules: () => ({
      fate: (calls) => {
        for (const call of calls) decided.set(call, answer(call.method, call.params ?? []))
        const refusal = calls.map((call) => decided.get(call)).find((found) => found && 'status' in found)
        return refusal && 'status' in refusal
          ? { do: 'answer', status: refusal.status, text: 'no' }
          : { do: 'pass' }
      },
      answered: () => 'go',
      ask: (call) => (decided.get(call) as RpcAnswer | undefined) ?? call,
    }),
  })
}
