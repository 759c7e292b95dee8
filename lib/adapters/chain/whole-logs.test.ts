import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlockNotFoundError, numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { openChain } from '#lib/adapters/chain/client'

/**
 * A node that is behind answers a request for logs of newer blocks with too few logs instead of an error. Next to another endpoint it may
 * be used at any time, so its answer must be rejected.
 */
type Call = { id: number; method: string; params: unknown[] }
const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

const log = { address: `0x${'11'.repeat(20)}`, blockNumber: '0x64', data: '0x', topics: [] }
const tooMany = { code: -32005, message: 'too many requests' }

/** A node with so many blocks and one log, in block 100. */
async function startNode(head: number, options: { refusesLogs?: boolean } = {}) {
  const answer = ({ method, params }: Call) => {
    const [asked] = params as [string & { toBlock: string }]
    if (method === 'eth_getBlockByNumber')
      return { result: Number(asked) <= head ? { number: asked, hash: `0x${'22'.repeat(32)}` } : null }
    if (method !== 'eth_getLogs') throw new Error(`${method} was not expected`)
    return options.refusesLogs ? { error: tooMany } : { result: head >= 100 ? [log] : [] }
  }
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat() as Call[]
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) }))
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  toClose.push(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function readLogs(rpcUrls: string[]) {
  const { client } = openChain({ chainId: 8453, rpcUrls, finality: 'safe' })
  const range = { fromBlock: numberToHex(1), toBlock: numberToHex(100) }
  return client.request({ method: 'eth_getLogs', params: [range] })
}

test('logs of a node that lacks the last block are refused, and another endpoint is asked', async () => {
  const logs = await readLogs([await startNode(99), await startNode(100)])
  expect(logs).toMatchObject([{ blockNumber: '0x64' }])
})

test('if the node that has the block refuses, there is no answer: the logs of a node that is behind do not count', async () => {
  const urls = [await startNode(100, { refusesLogs: true }), await startNode(99)]
  await expect(readLogs(urls)).rejects.toMatchObject({ code: tooMany.code })
  await expect(readLogs([await startNode(98), await startNode(99)])).rejects.toThrow(BlockNotFoundError)
})
