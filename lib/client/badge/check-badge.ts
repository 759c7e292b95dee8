import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type ChainReading, compareAttestation, type Trust } from '#lib/domain/proof/attestation'
import { type Hex, type ProofBundle, recomputeProof } from '#lib/domain/proof/proof'
import { askJson, NotCheckedError } from '../fetch-json.ts'
import { readAttestation } from '../read-attestation.ts'

export type BadgeState =
  | 'attested'
  /** The hashes match, but the page names no endpoint, so only the service says that they are attested. */
  | 'chain_not_read'
  /** Still attested, but no longer served. */
  | 'withdrawn'
  | 'pending'
  | 'unknown'
  | 'does_not_match'
  | 'revoked'
  | 'could_not_check'

/** One thing that the badge checked or skipped, in a sentence. */
export type BadgeFinding = { outcome: 'holds' | 'fails' | 'not_checked'; text: string }

export type BadgeCheck = {
  state: BadgeState
  findings: BadgeFinding[]
  proof?: ProofBundle
  /** ISO 8601. */
  withdrawnAt?: string
  /** The service says that it is a demonstration. */
  isDemo?: boolean
}

export type BadgeRequest = {
  /** Origin of the service that stores the proof, such as `https://cairn.example`. */
  origin: string
  /** 64 lower-case hex digits. */
  sha256: string
  /** JSON-RPC endpoint of the anchor's chain; without one the chain stays unread. */
  rpcUrl?: string | undefined
  /** The attester that the page trusts. */
  attester?: string | undefined
  /** A file of the page that should have the fingerprint. */
  fileUrl?: string | undefined
}

/** Checks a fingerprint in the reader's page, with the code that the service uses for proofs. Never throws. */
export async function checkBadge(request: BadgeRequest): Promise<BadgeCheck> {
  const [record, file] = await Promise.all([checkRecord(request), checkFile(request)])
  if (!file) return record
  const findings = [file, ...record.findings]
  return file.outcome === 'fails' ? { ...record, state: 'does_not_match', findings } : { ...record, findings }
}

async function checkRecord(request: BadgeRequest): Promise<BadgeCheck> {
  const findings: BadgeFinding[] = []
  const end = (state: BadgeState, outcome: BadgeFinding['outcome'], text: string): BadgeCheck => {
    findings.push({ outcome, text })
    return { state, findings }
  }
  try {
    const url = `${request.origin}/api/proofs/${request.sha256}`
    const answer = Object(await askJson({ url, who: 'The service' })) as ProofBundle & {
      status?: unknown
      withdrawn_at?: unknown
      is_demonstration?: unknown
    }
    const told = (check: BadgeCheck) => withDemo(withWithdrawal(check, answer), answer)
    if (answer.sha256 !== request.sha256)
      return told(end('does_not_match', 'fails', 'The service answered for a different fingerprint.'))
    if (answer.status === 'pending')
      return told(
        end('pending', 'not_checked', 'The service has this fingerprint and waits for the next anchor.'),
      )
    if (answer.status === 'unknown')
      return told(
        end(
          'unknown',
          'not_checked',
          'The service has no record of it. This does not mean that the file is fake.',
        ),
      )
    if (answer.status !== 'anchored')
      return end('could_not_check', 'not_checked', 'The service gave an invalid answer.')
    const steps = recompute(answer, request.sha256)
    if (!steps)
      return told(
        end('could_not_check', 'not_checked', 'The proof has a format that this badge does not know.'),
      )
    findings.push(...steps)
    if (steps.some(({ outcome }) => outcome === 'fails'))
      return told({ state: 'does_not_match', findings, proof: answer })
    const chain = await checkChain(request, answer)
    return told({ state: chain.state, findings: [...findings, ...chain.findings], proof: answer })
  } catch (error) {
    return end(
      'could_not_check',
      'not_checked',
      error instanceof NotCheckedError ? error.message : 'The check failed on this page.',
    )
  }
}

const withdrawnFinding: BadgeFinding = {
  outcome: 'not_checked',
  text: 'Only the service says that the capture was withdrawn.',
}

/** A withdrawn capture has a state of its own only if the attestation is valid; other states come first. */
function withWithdrawal(check: BadgeCheck, { withdrawn_at: at }: { withdrawn_at?: unknown }): BadgeCheck {
  if (typeof at !== 'string') return check
  return {
    ...check,
    state: check.state === 'attested' ? 'withdrawn' : check.state,
    findings: [...check.findings, withdrawnFinding],
    withdrawnAt: at,
  }
}

function withDemo(check: BadgeCheck, answer: { is_demonstration?: unknown }): BadgeCheck {
  return answer.is_demonstration === true ? { ...check, isDemo: true } : check
}

/** @returns `undefined` for an unknown kind of proof */
function recompute(proof: ProofBundle, fingerprint: string): BadgeFinding[] | undefined {
  try {
    const { steps } = recomputeProof(proof, fingerprint)
    const holds = (name: string) => steps.find((step) => step.name === name)!.holds
    const finding = (isHeld: boolean, text: string): BadgeFinding => ({
      outcome: isHeld ? 'holds' : 'fails',
      text,
    })
    const siblings = proof.proof.length
    return [
      finding(
        holds('fields') && holds('leaf'),
        'Fingerprint, claimed place and time, hashed here, match the leaf.',
      ),
      finding(
        holds('path') && holds('root'),
        `The leaf, hashed here with ${siblings} ${siblings === 1 ? 'neighbour' : 'neighbours'}, gives the root of tree ${proof.tree.tree_id}.`,
      ),
    ]
  } catch {
    return undefined
  }
}

/** The attester that the page names, or else the one that the proof names. */
function trustIn({ attestation }: ProofBundle, attester: string | undefined): Trust {
  const { chain_id: chainId, eas, schema_uid } = attestation
  const attesters = [(attester as Hex | undefined) ?? attestation.attester]
  return { chainId, eas, schemaUids: [schema_uid], attesters }
}

const chainWords: Record<ChainReading['outcome'], { state: BadgeState; text: string }> = {
  confirmed: {
    state: 'attested',
    text: 'The attestation of this root is on the chain and not revoked.',
  },
  revoked: { state: 'revoked', text: 'The attestation was revoked on the chain.' },
  not_ours: { state: 'does_not_match', text: 'The attestation on the chain is by someone else.' },
  contradicts: { state: 'does_not_match', text: 'The chain says something different from the proof.' },
}

async function checkChain(
  request: BadgeRequest,
  proof: ProofBundle,
): Promise<{ state: BadgeState; findings: BadgeFinding[] }> {
  const { rpcUrl, attester } = request
  const pinned: BadgeFinding = attester
    ? {
        outcome: proof.attestation.attester.toLowerCase() === attester.toLowerCase() ? 'holds' : 'fails',
        text: 'The attester is the one this page names.',
      }
    : { outcome: 'not_checked', text: 'This page names no attester to compare with.' }
  if (pinned.outcome === 'fails')
    return {
      state: 'does_not_match',
      findings: [{ ...pinned, text: 'The attester is not the one this page names.' }],
    }
  if (!rpcUrl)
    return {
      state: 'chain_not_read',
      findings: [
        pinned,
        {
          outcome: 'not_checked',
          text: `The chain was not read, since this page lacks an endpoint. Only the service says that the root is attested.`,
        },
      ],
    }
  try {
    const told = await readAttestation({ url: rpcUrl, who: 'The chain endpoint', tree: proof })
    const { outcome } = compareAttestation({ bundle: proof, trust: trustIn(proof, attester), ...told })
    const { state, text } = chainWords[outcome]
    return { state, findings: [pinned, { outcome: outcome === 'confirmed' ? 'holds' : 'fails', text }] }
  } catch (error) {
    const reason = error instanceof NotCheckedError ? error.message : 'The chain gave an invalid answer.'
    return {
      state: 'could_not_check',
      findings: [pinned, { outcome: 'not_checked', text: `The chain was not read. ${reason}` }],
    }
  }
}

/** Ties the fingerprint to a file the reader sees; `undefined` when the page names none. */
async function checkFile({ fileUrl, ...request }: BadgeRequest): Promise<BadgeFinding | undefined> {
  if (!fileUrl) return undefined
  try {
    const answer = await fetch(fileUrl, { credentials: 'omit', signal: AbortSignal.timeout(60_000) })
    if (!answer.ok) throw new NotCheckedError(String(answer.status))
    const computed = bytesToHex(sha256(new Uint8Array(await answer.arrayBuffer())))
    return computed === request.sha256
      ? { outcome: 'holds', text: 'The file’s bytes, hashed here, have this fingerprint.' }
      : { outcome: 'fails', text: 'The file’s bytes, hashed here, have a different fingerprint.' }
  } catch {
    return {
      outcome: 'not_checked',
      text: 'The fingerprint was not computed, because reading the file failed here.',
    }
  }
}
