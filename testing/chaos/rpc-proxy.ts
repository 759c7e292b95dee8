import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RpcCall = { id?: unknown; method: string; params?: unknown[] }
export type RpcAnswer = {
  jsonrpc?: string
  id?: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** What happens to one HTTP request, which carries one call or several. */
export type RpcFate =
  | { do: 'pass' }
  /** The caller is cut off, before the node hears of it or after the node answered. */
  | { do: 'cut'; when: 'before' | 'after' }
  | { do: 'answer'; status: number; text: string }
  | { do: 'delay'; ms: number }
  /** The node gets it twice, as from a network that repeats. */
  | { do: 'repeat' }

export type RpcRules = {
  /** Decides before anything is sent on. */
  fate: (calls: readonly RpcCall[]) => RpcFate
  /** Called after the node answered and before the answer is passed on. With `stop` the caller never gets it. */
  answered: (calls: readonly RpcCall[]) => 'go' | 'stop'
  /** A lie about one call: another call in its place, under the same id, or an answer that asks nobody. */
  ask?: (call: RpcCall) => RpcCall | RpcAnswer
  /** A lie about one answer. */
  tell?: (call: RpcCall, answer: RpcAnswer) => RpcAnswer
}

export type RpcProxy = { url: string; close: () => Promise<void> }

/** A proxy between a process and a node. `rules` is called for each request, so the rules may change at any time. */
export async function startRpcProxy(options: { rpcUrl: string; rules: () => RpcRules }): Promise<RpcProxy> {
  const server = createServer((incoming, outgoing) => {
    serve(options.rpcUrl, options.rules(), incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  rpcUrl: string,
  rules: RpcRules,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const parsed = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
  const calls = Array.isArray(parsed) ? parsed : [parsed]
  const fate = rules.fate(calls)
  if (fate.do === 'cut' && fate.when === 'before') return void outgoing.destroy()
  if (fate.do === 'answer') {
    outgoing.writeHead(fate.status, { 'content-type': 'text/plain' })
    return void outgoing.end(fate.text)
  }
  if (fate.do === 'delay') await sleep(fate.ms)
  if (fate.do === 'repeat') await forward(rpcUrl, rules, calls)
  const answers = await forward(rpcUrl, rules, calls)
  if (rules.answered(calls) === 'stop' || fate.do === 'cut') return void outgoing.destroy()
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
}

async function forward(rpcUrl: string, rules: RpcRules, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
  const asked = calls.map((call) => rules.ask?.(call) ?? call)
  const real = asked.filter((item): item is RpcCall => 'method' in item)
  let answers: RpcAnswer[] = []
  if (real.length > 0) {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(real.length === 1 ? real[0] : real),
    })
    answers = [(await response.json()) as RpcAnswer | RpcAnswer[]].flat()
  }
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return calls.map((call, index) => {
    const item = asked[index]!
    const answer = 'method' in item ? byId.get(item.id)! : item
    const told = rules.tell?.(call, answer) ?? answer
    return { jsonrpc: '2.0', ...told, id: call.id }
  })
}
