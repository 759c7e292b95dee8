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
import { isoSeconds } from '#lib/domain/iso-time'
import { fetchJson, NotCheckedError } from './fetch-json.ts'

const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const receiptSchema = z.object({
  status: z.literal('0x1'),
  blockNumber: z.string().regex(/^0x[0-9a-f]+$/i),
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
})

export type ChainAnswer = ChainReading & {
  attestation: Attestation | undefined
  /** How many endpoints said the same. */
  witnesses: 1 | 2
}

/** What one endpoint says of an attestation. */
type Told = { attestation: Attestation | undefined; receipt: AttestReceipt | undefined }

/** Readings of a run of many files: those of one tree share one. */
export type KeptReadings = Map<string, Promise<Told>>

export type Endpoints = {
  rpcUrl: string
  /** A second endpoint that must say the same. */
  witnessUrl?: string | undefined
}

/**
 * Reads an attestation straight from the chain, through any JSON-RPC endpoint, and compares it. With a second endpoint,
 * only what both say counts.
 *
 * @throws NotCheckedError when an endpoint gives no usable answer, or two of them disagree
 */
export async function readChain(
  input: Endpoints & { tree: AnchoredTree; trust: Trust; signal?: AbortSignal; kept?: KeptReadings },
): Promise<ChainAnswer> {
  const { tree, trust, witnessUrl } = input
  const [told, witness] = await Promise.all([
    readOnce({ ...input, url: input.rpcUrl, who: 'The chain endpoint' }),
    witnessUrl ? readOnce({ ...input, url: witnessUrl, who: 'The second chain endpoint' }) : undefined,
  ])
  if (witness) assertAgree(told, witness)
  // Either may have pruned the receipt.
  const receipt = told.receipt ?? witness?.receipt
  const { attestation } = told
  const reading = compareAttestation({ bundle: tree, trust, attestation, receipt })
  return { ...reading, attestation, witnesses: witness ? 2 : 1 }
}

type Reading = { url: string; who: string; tree: AnchoredTree; signal?: AbortSignal; kept?: KeptReadings }

function readOnce(input: Reading): Promise<Told> {
  const { chain_id, eas, uid, tx } = input.tree.attestation
  const key = [input.url, chain_id, eas, uid, tx].join(' ')
  const known = input.kept?.get(key)
  if (known) return known
  const reading = readTold(input)
  input.kept?.set(key, reading)
  // A failure may pass; the next file asks again.
  reading.catch(() => input.kept?.delete(key))
  return reading
}

async function readTold(input: Reading): Promise<Told> {
  const { who, signal } = input
  const { chain_id, eas, uid, tx } = input.tree.attestation
  const call = (method: string, params: unknown[]) => callRpc({ url: input.url, who, method, params, signal })
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
    throw new NotCheckedError(`${who} gave an answer that makes no sense.`, { cause })
  }
}

/** @throws NotCheckedError that names the first thing of which they say different things */
function assertAgree(first: Told, second: Told): void {
  const facts = ({ attestation, receipt }: Told) => ({
    attestation: attestation ? 'there is one' : 'there is none',
    revocation: attestation?.revocationTime
      ? isoSeconds(attestation.revocationTime).replace('T', ' ').replace('Z', ' UTC')
      : 'not revoked',
    attester: attestation?.attester,
    content: attestation && JSON.stringify({ ...attestation, revocationTime: 0 }),
    block: receipt?.blockNumber,
  })
  const [one, other] = [facts(first), facts(second)]
  for (const name of ['attestation', 'revocation', 'attester', 'content', 'block'] as const) {
    const [said, alsoSaid] = [one[name], other[name]]
    if (said === alsoSaid || (name === 'block' && (said === undefined || alsoSaid === undefined))) continue
    const words = name === 'content' ? '' : ` (${said}; ${alsoSaid})`
    throw new NotCheckedError(
      `The two chain endpoints disagree about the attestation’s ${name === 'attestation' ? 'existence' : name}${words}. One of them is behind or wrong.`,
    )
  }
}

/** An endpoint may have pruned the receipt; a failed transaction made no attestation and gives no block either. */
function receiptOf(raw: unknown): AttestReceipt | undefined {
  const parsed = receiptSchema.safeParse(raw)
  return parsed.success ? { ...parsed.data, blockNumber: Number(parsed.data.blockNumber) } : undefined
}

async function callRpc(input: {
  url: string
  who: string
  method: string
  params: unknown[]
  signal: AbortSignal | undefined
}): Promise<unknown> {
  const { who } = input
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
