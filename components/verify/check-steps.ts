import type { StoneState } from '#components/ui/stone'
import type { Found, Report } from '#lib/client/check'
import { networks } from '#lib/domain/chain/networks'
import type { ProofStep, Recomputed } from '#lib/domain/proof/proof'

/** One check: its name, its state, and the result. */
export type CheckStep = {
  name: string
  state: StoneState
  result: string
}

/** The progress of a check. */
export type CheckStage =
  /** @param share the hashed part of the file, 0 to 1 */
  | { is: 'hashing'; share: number }
  | { is: 'asking'; found: Found | undefined }
  | { is: 'done'; report: Report }

const names = ['fields', 'leaf', 'path', 'root'] as const
/** In plain words for the first look. The technical details have the terms alone, each with its explanation. */
const titles = {
  fields: 'Claimed place and time',
  leaf: 'Entry in the tree (leaf)',
  path: 'Path to the root (Merkle proof)',
  root: 'Root of the tree',
}

/**
 * The six checks in the order of the stones, the file first. They show what was really checked; a skipped check says so. Empty if there is
 * no record to check.
 */
export function checkSteps(stage: CheckStage, input: { isFile: boolean; chainId: number }): CheckStep[] {
  const { proof, recomputed } =
    (stage.is === 'done' ? stage.report : stage.is === 'asking' && stage.found) || {}
  const chainId = proof?.attestation.chain_id ?? input.chainId
  const chainName = networks[chainId as keyof typeof networks]?.name ?? `chain ${chainId}`
  const title = input.isFile ? 'The file' : 'The fingerprint'
  const isRead = stage.is === 'done' && stage.report.chain !== undefined
  const chainTitle = `Attestation on ${chainName}${isRead ? ', read by your browser' : ''}`
  const later = (file: CheckStep, result: string): CheckStep[] => [
    file,
    ...names.map((name): CheckStep => ({ name: titles[name], state: 'open', result })),
    { name: chainTitle, state: 'open', result },
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
    // Not "matches", which would read as if the place had been confirmed.
    fields: 'as recorded',
    leaf: 'matches',
    path: pathResult(proof.proof.length),
    root: 'matches',
  }
  const chain = { name: chainTitle, ...chainStep(stage) }
  // What is computed from another file's bytes says nothing about the proof, which may well be valid.
  if (isOfOtherFile(recomputed))
    return [
      { name: title, state: 'broken', result: 'differs' },
      ...names.map((name): CheckStep => ({ name: titles[name], state: 'open', result: 'of another file' })),
      chain,
    ]
  return [
    fileStep(title, { holds: holds('file'), isFile: input.isFile, isVerified }),
    ...names.map((name): CheckStep => {
      if (!holds(name))
        return { name: titles[name], state: 'broken', result: name === 'fields' ? 'differ' : 'differs' }
      if (name === 'path' && !holds('root'))
        return { name: titles.path, state: 'open', result: 'leads elsewhere' }
      return { name: titles[name], state: 'set', result: good[name] }
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
  if (steps === 0) return 'only entry'
  return steps === 1 ? '1 step' : `${steps} steps`
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
