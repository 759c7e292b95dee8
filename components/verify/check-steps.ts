import type { StoneState } from '#components/ui/stone'
import type { Found, Report } from '#lib/client/check'
import { chainText } from '#lib/domain/chain/chain-text'
import type { ProofStep, Recomputed } from '#lib/domain/proof/proof'

/** One check: its name, its state, and the result. */
export type CheckStep = {
  name: string
  /** `claimed`: part of the record, and nothing that a check can confirm. */
  state: StoneState | 'claimed'
  result: string
  /** The term of the name in plain words. */
  meaning?: string
}

/** The progress of a check. */
export type CheckStage =
  /** @param share the hashed part of the file, 0 to 1 */
  | { is: 'hashing'; share: number }
  | { is: 'asking'; found: Found | undefined }
  | { is: 'done'; report: Report }

const names = ['fields', 'leaf', 'path', 'root'] as const
/** The standard terms, each with its meaning. The technical details have the terms alone, each with its explanation. */
const titles = {
  fields: 'Claimed place and time',
  leaf: 'Entry in the tree (leaf)',
  path: 'Path to the root (Merkle proof)',
  root: 'Root of the tree',
}
const meanings = {
  fields: 'what whoever made the record said',
  leaf: 'the line of this file in its batch',
  path: 'from that line to the hash of the whole batch',
  root: 'the hash of the whole batch',
}
const chainMeaning = 'the note on a chain that has that hash'

/**
 * The checks in the order of the stones, the file first, and among them the claim, which has no stone unless it differs from the proof. They show what was really checked; a skipped check says so. Empty if there is
 * no record to check.
 */
export function checkSteps(
  stage: CheckStage,
  input: { isFile: boolean; chainId: number; isDemo?: boolean | undefined },
): CheckStep[] {
  const { proof, recomputed } =
    (stage.is === 'done' ? stage.report : stage.is === 'asking' && stage.found) || {}
  const chainId = proof?.attestation.chain_id ?? input.chainId
  const title = input.isFile ? 'The file' : 'The fingerprint'
  const isRead = stage.is === 'done' && stage.report.chain !== undefined
  const chainTitle = `Attestation on ${chainText(chainId, input.isDemo === true)}${isRead ? ', read by your browser' : ''}`
  const row = (name: keyof typeof titles, state: CheckStep['state'], result: string): CheckStep => ({
    name: titles[name],
    state,
    result,
    meaning: meanings[name],
  })
  const later = (file: CheckStep, result: string): CheckStep[] => [
    file,
    ...names.map((name) => row(name, name === 'fields' ? 'claimed' : 'open', result)),
    { name: chainTitle, state: 'open', result, meaning: chainMeaning },
  ]
  if (stage.is === 'hashing')
    return later({ name: title, state: 'busy', result: `reading, ${Math.floor(stage.share * 100)}%` }, '')
  if (!proof || !recomputed) {
    if (stage.is === 'asking') return later({ name: title, state: 'busy', result: 'looking up' }, '')
    return stage.report.verdict === 'pending'
      ? later({ name: title, state: 'set', result: 'on record' }, 'not yet')
      : []
  }
  const holds = (name: ProofStep['name']) => isHeld(recomputed, name)
  const isVerified = stage.is === 'done' && stage.report.verdict === 'verified'
  const good = {
    leaf: 'matches',
    path: pathResult(proof.proof.length),
    root: 'matches',
  }
  const chain = { name: chainTitle, ...chainStep(stage), meaning: chainMeaning }
  // What is computed from another file's bytes says nothing about the proof, which may well be valid.
  if (isOfOtherFile(recomputed))
    return [
      { name: title, state: 'broken', result: 'differs' },
      ...names.map((name) => row(name, name === 'fields' ? 'claimed' : 'open', 'of another file')),
      chain,
    ]
  return [
    fileStep(title, { holds: holds('file'), isFile: input.isFile, isVerified }),
    ...names.map((name) => {
      if (!holds(name)) return row(name, 'broken', name === 'fields' ? 'differ' : 'differs')
      if (name === 'fields') return row(name, 'claimed', 'not confirmed by Cairn')
      if (name === 'path' && !holds('root')) return row(name, 'open', 'leads elsewhere')
      return row(name, 'set', good[name])
    }),
    chain,
  ]
}

function fileStep(
  name: string,
  { holds, isFile, isVerified }: { holds: boolean; isFile: boolean; isVerified: boolean },
): CheckStep {
  if (!holds) return { name, state: 'broken', result: 'differs' }
  // A whole cairn would say that the file was checked.
  if (!isFile) return { name, state: 'open', result: 'no file compared' }
  return { name, state: isVerified ? 'grown' : 'set', result: 'matches' }
}

/** The result of a recomputed hash in the technical details. */
export function hashResult(recomputed: Recomputed, name: ProofStep['name']): Omit<CheckStep, 'name'> {
  const holds = isHeld(recomputed, name)
  if (name === 'path' && holds && !isHeld(recomputed, 'root'))
    return { state: 'open', result: 'leads to another root' }
  if (name !== 'file' && isOfOtherFile(recomputed))
    return { state: 'open', result: holds ? 'of another file' : 'differs, as the file does' }
  // Not "valid", which would read as if the place had been confirmed.
  if (name === 'fields' && holds)
    return { state: 'claimed', result: 'hash valid; claim not confirmed by Cairn' }
  return holds ? { state: 'set', result: 'valid' } : { state: 'broken', result: 'not valid' }
}

function isHeld({ steps }: Recomputed, name: ProofStep['name']): boolean {
  return steps.find((step) => step.name === name)!.holds
}

/** True if the proof is valid, but not for the file that it was compared with. */
function isOfOtherFile(recomputed: Recomputed): boolean {
  return recomputed.isConsistent && !isHeld(recomputed, 'file')
}

/** An entry that is alone in its tree is the root. */
function pathResult(steps: number): string {
  if (steps === 0) return 'holds (only entry)'
  return steps === 1 ? 'holds (1 step)' : `holds (${steps} steps)`
}

const chainResults = {
  confirmed: { state: 'set', result: 'valid' },
  revoked: { state: 'broken', result: 'revoked' },
  not_ours: { state: 'broken', result: 'by someone else' },
  contradicts: { state: 'broken', result: 'differs' },
} as const

function chainStep(stage: Exclude<CheckStage, { is: 'hashing' }>): Omit<CheckStep, 'name'> {
  if (stage.is === 'asking') return { state: 'busy', result: 'reading' }
  const { chain } = stage.report
  return chain ? chainResults[chain.outcome] : { state: 'open', result: 'not checked' }
}
