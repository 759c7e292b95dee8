import { z } from 'zod'
import {
  type AnchoredTree,
  type Attestation,
  type AttestReceipt,
  type ChainReading,
  compareAttestation,
  decodeAttestation,
  encodeGetAttestation,
  type Trust,
} from '#lib/domain/attestation'
import { fetchJson, NotCheckedError } from './fetch-json.ts'

const who = 'The chain endpoint'
const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const receiptSchema = z.object({
  status: z.literal('0x1'),
  blockNumber: z.string().regex(/^0x[0-9a-f]+$/i),
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
})

export type ChainAnswer = ChainReading & { attestation: Attestation | undefined }

/**
 * Reads an attestation straight from the chain, through any JSON-RPC endpoint, and compares it.
 *
 * @throws NotCheckedError when the endpoint gives no usable answer
 */
export async function readChain(input: {
  rpcUrl: string
  tree: AnchoredTree
  trust: Trust
  signal?: AbortSignal
}): Promise<ChainAnswer> {
  const { tree, trust, signal } = input
  const { chain_id, eas, uid, tx } = tree.attestation
  const call = (method: string, params: unknown[]) => callRpc({ url: input.rpcUrl, method, params, signal })
  const [chainId, encoded, rawReceipt] = await Promise.all([
    call('eth_chainId', []),
    call('eth_call', [{ to: eas, data: encodeGetAttestation(uid) }, 'latest']),
    call('eth_getTransactionReceipt', [tx]),
  ])
  if (Number(chainId) !== chain_id)
    throw new NotCheckedError(`${who} is for chain ${Number(chainId)}; the anchor is on chain ${chain_id}.`)
  let attestation: Attestation | undefined
  try {
    attestation = decodeAttestation(String(encoded))
  } catch (cause) {
    throw new NotCheckedError(`${who} gave an answer that makes no sense.`, { cause })
  }
  const receipt = receiptOf(rawReceipt)
  return { ...compareAttestation({ bundle: tree, trust, attestation, receipt }), attestation }
}

/** An endpoint may have pruned the receipt; a failed transaction made no attestation and gives no block either. */
function receiptOf(raw: unknown): AttestReceipt | undefined {
  const parsed = receiptSchema.safeParse(raw)
  return parsed.success ? { ...parsed.data, blockNumber: Number(parsed.data.blockNumber) } : undefined
}

async function callRpc(input: {
  url: string
  method: string
  params: unknown[]
  signal: AbortSignal | undefined
}): Promise<unknown> {
  const answer = await fetchJson({
    url: input.url,
    who,
    schema: rpcAnswer,
    signal: input.signal,
    body: { jsonrpc: '2.0', id: 1, method: input.method, params: input.params },
  })
  if (answer.error) throw new NotCheckedError(`${who} refused: ${answer.error.message.slice(0, 200)}`)
  return answer.result
}
