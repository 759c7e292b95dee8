import {
  type AnchoredTree,
  type Attestation,
  type ChainReading,
  compareAttestation,
  type Trust,
} from '#lib/domain/proof/attestation'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { NotCheckedError } from './fetch-json.ts'
import { readAttestation, type Told } from './read-attestation.ts'

export type ChainAnswer = ChainReading & {
  attestation: Attestation | undefined
  /** The number of endpoints that agree. */
  witnesses: 1 | 2
}

/** Readings shared by a run of many files: files of the same tree use one reading. */
export type KeptReadings = Map<string, Promise<Told>>

export type Endpoints = {
  rpcUrl: string
  /** A second endpoint, which must agree. */
  witnessUrl?: string | undefined
}

/**
 * Reads an attestation from the chain, through any JSON-RPC endpoint, and compares it. With a second endpoint, both must agree.
 *
 * @throws NotCheckedError when an endpoint gives no usable answer, or if the endpoints disagree
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
  // One of the two may have pruned the receipt.
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
  const reading = readAttestation(input)
  input.kept?.set(key, reading)
  // A failure may be temporary, so the next file reads again.
  reading.catch(() => input.kept?.delete(key))
  return reading
}

/** @throws NotCheckedError that names the first difference between the two */
function assertAgree(first: Told, second: Told): void {
  const facts = ({ attestation, receipt }: Told) => ({
    attestation: attestation ? 'found' : 'missing',
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
