import type { StoneState } from '#components/ui/stone'
import type { Found, Report } from '#lib/client/check'
import { chainText } from '#lib/domain/chain/chain-text'
import type { ProofStep, Recomputed } from '#lib/domain/proof/proof'

/** One check: its name, its state, and the result. */
export type CheckStep = { name: string; state: StoneState; result: string }

/** The result of one recomputed hash. `claimed`: part of the record, and nothing that a check can confirm. */
export type HashResult = { state: StoneState | 'claimed'; result: string }

/** The progress of a check. */
export type CheckStage =
  /** @param share the hashed part of the file, 0 to 1 */
  | { is: 'hashing'; share: number }
  | { is: 'asking'; found: Found | undefined }
  | { is: 'done'; report: Report }

const names = ['leaf', 'path', 'root'] as const
/** In plain words, each with the standard term. The technical details have the terms alone, each with its explanation. */
const titles = {
  leaf: 'Its line in a batch of records (leaf)',
  path: 'The line belongs to the batch (Merkle proof)',
  root: 'Hash of the whole batch (root)',
}

/**
 * The checks in the order of the stones, the file first. They show what was really checked; a skipped check says so. The claimed place and
 * time, which no check confirms, are among them only if they differ from the proof. Empty if there is no record to check.
 */
export function checkSteps(
  stage: CheckStage,
  input: { isFile: boolean; chainId: number; isDemo?: boolean | undefined },
): CheckStep[] {
  if (stage.is === 'hashing') return []
  const { proof, recomputed } = (stage.is === 'done' ? stage.report : stage.found) || {}
  const chainId = proof?.attestation.chain_id ?? input.chainId
  const title = input.isFile ? 'The file' : 'The fingerprint'
  const isRead = stage.is === 'done' && stage.report.chain !== undefined
  const chainTitle = `Note of that hash on ${chainText(chainId, input.isDemo === true)} (attestation)${isRead ? ', read by your browser' : ''}`
  const row = (name: keyof typeof titles, state: CheckStep['state'], result: string): CheckStep => ({
    name: titles[name],
    state,
    result,
  })
  const later = (file: CheckStep, result: string): CheckStep[] => [
    file,
    ...names.map((name) => row(name, 'open', result)),
    { name: chainTitle, state: 'open', result },
  ]
  if (!proof || !recomputed) {
    if (stage.is === 'asking') return later({ name: title, state: 'busy', result: 'looking up' }, '')
    return stage.report.verdict === 'pending'
      ? later({ name: title, state: 'set', result: 'on record' }, 'not yet')
      : []
  }
  const holds = (name: ProofStep['name']) => isHeld(recomputed, name)
  const isVerified = stage.is === 'done' && stage.report.verdict === 'verified'
  const good = { leaf: 'matches', path: pathResult(proof.proof.length), root: 'matches' }
  const chain = { name: chainTitle, ...chainStep(stage) }
  // What is computed from another file's bytes says nothing about the proof, which may well be valid.
  if (isOfOtherFile(recomputed))
    return [
      { name: title, state: 'broken', result: 'differs' },
      ...names.map((name) => row(name, 'open', 'of another file')),
      chain,
    ]
  return [
    fileStep(title, { holds: holds('file'), isFile: input.isFile, isVerified }),
    ...(holds('fields')
      ? []
      : [{ name: 'Claimed place and time', state: 'broken' as const, result: 'differ' }]),
    ...names.map((name) => {
      if (!holds(name)) return row(name, 'broken', 'differs')
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
export function hashResult(recomputed: Recomputed, name: ProofStep['name']): HashResult {
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
  if (steps === 0) return 'holds (the batch has no other entry)'
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
