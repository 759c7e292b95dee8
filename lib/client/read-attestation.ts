import {
  type AnchoredTree,
  type Attestation,
  type AttestReceipt,
  decodeAttestation,
  encodeGetAttestation,
} from '#lib/domain/proof/attestation'
import { askJson, NotCheckedError, senseless } from './fetch-json.ts'

/** The answer of one endpoint about an attestation. */
export type Told = { attestation: Attestation | undefined; receipt: AttestReceipt | undefined }

/**
 * Reads an attestation and its transaction from a JSON-RPC endpoint. Uses no schema library, because the badge includes this code.
 *
 * @param input.who names the endpoint in the reader's words
 * @throws NotCheckedError when it gives no usable answer
 */
export async function readAttestation(input: {
  url: string
  who: string
  tree: Pick<AnchoredTree, 'attestation'>
  signal?: AbortSignal | undefined
}): Promise<Told> {
  const { url, who, signal } = input
  const { chain_id, eas, uid, tx } = input.tree.attestation
  const call = (method: string, params: unknown[]) => callRpc({ url, who, method, params, signal })
  const [chainId, encoded, rawReceipt] = await Promise.all([
    call('eth_chainId', []),
    call('eth_call', [{ to: eas, data: encodeGetAttestation(uid) }, 'latest']),
    call('eth_getTransactionReceipt', [tx]),
  ])
  if (Number(chainId) !== chain_id)
    throw new NotCheckedError(`${who} is for chain ${Number(chainId)}; the anchor is on chain ${chain_id}.`)
  try {
    return { attestation: decodeAttestation(String(encoded)), receipt: receiptOf(rawReceipt) }
  } catch (cause) {
    throw senseless(who, cause)
  }
}

async function callRpc(input: {
  url: string
  who: string
  method: string
  params: unknown[]
  signal: AbortSignal | undefined
}): Promise<unknown> {
  const { url, who, method, params, signal } = input
  const answer = await askJson({ url, who, signal, body: { jsonrpc: '2.0', id: 1, method, params } })
  if (!isObject(answer)) throw senseless(who)
  const { result, error } = answer
  if (error === undefined) return result
  if (!isObject(error) || typeof error.message !== 'string') throw senseless(who)
  throw new NotCheckedError(`${who} refused: ${error.message.slice(0, 200)}`)
}

/** An endpoint may have pruned the receipt. A failed transaction made no attestation, so its block is not used. */
function receiptOf(raw: unknown): AttestReceipt | undefined {
  if (!isObject(raw)) return undefined
  const { status, blockNumber, logs } = raw
  if (status !== '0x1' || typeof blockNumber !== 'string' || !/^0x[0-9a-f]+$/i.test(blockNumber))
    return undefined
  if (!Array.isArray(logs) || !logs.every(isLog)) return undefined
  return { blockNumber: Number(blockNumber), logs }
}

function isLog(log: unknown): log is AttestReceipt['logs'][number] {
  return (
    isObject(log) &&
    typeof log.address === 'string' &&
    typeof log.data === 'string' &&
    Array.isArray(log.topics) &&
    log.topics.every((topic) => typeof topic === 'string')
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
