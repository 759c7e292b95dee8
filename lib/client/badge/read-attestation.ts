import {
  type Attestation,
  type AttestReceipt,
  type ChainReading,
  compareAttestation,
  decodeAttestation,
  encodeGetAttestation,
} from '#lib/domain/attestation'
import type { Hex, ProofBundle } from '#lib/domain/proof'
import { askJson, NoAnswerError } from './ask-json.ts'

const who = 'The chain endpoint'

/**
 * Reads a proof's attestation through a JSON-RPC endpoint and compares it.
 *
 * @param attesters whom the page trusts; without any, the one the proof names is taken
 * @throws NoAnswerError when the endpoint gives no usable answer
 */
export async function readAttestation(args: {
  rpcUrl: string
  proof: ProofBundle
  attesters: readonly Hex[]
}): Promise<ChainReading> {
  const { rpcUrl, proof } = args
  const { chain_id: chainId, eas, uid, tx, schema_uid, attester } = proof.attestation
  const call = async (method: string, params: unknown[]) => {
    const answer = await askJson({ url: rpcUrl, who, body: { jsonrpc: '2.0', id: 1, method, params } })
    const { result, error } = Object(answer) as { result?: unknown; error?: { message?: unknown } }
    if (error) throw new NoAnswerError(`${who} refused: ${String(error.message).slice(0, 200)}`)
    return result
  }
  const [chain, encoded, receipt] = await Promise.all([
    call('eth_chainId', []),
    call('eth_call', [{ to: eas, data: encodeGetAttestation(uid) }, 'latest']),
    call('eth_getTransactionReceipt', [tx]),
  ])
  if (Number(chain) !== chainId)
    throw new NoAnswerError(`${who} is for chain ${Number(chain)}; the anchor is on chain ${chainId}.`)
  let attestation: Attestation | undefined
  try {
    attestation = decodeAttestation(String(encoded))
  } catch {
    throw new NoAnswerError(`${who} gave an answer that makes no sense.`)
  }
  const attesters = args.attesters.length > 0 ? args.attesters : [attester]
  const trust = { chainId, eas, schemaUids: [schema_uid], attesters }
  return compareAttestation({ bundle: proof, trust, attestation, receipt: receiptOf(receipt) })
}

/** An endpoint may have pruned the receipt; a failed transaction made no attestation and gives no block either. */
function receiptOf(raw: unknown): AttestReceipt | undefined {
  const { status, blockNumber, logs } = Object(raw) as Record<string, unknown>
  if (status !== '0x1' || typeof blockNumber !== 'string' || !Array.isArray(logs)) return undefined
  return { blockNumber: Number(blockNumber), logs: logs as AttestReceipt['logs'] }
}
