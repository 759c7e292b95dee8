import { withdrawalReasons, withdrawalWords } from '#lib/domain/proof/withdrawal'
import type { OperatorCapture } from '#lib/schemas/operator-captures'

export const reasonOptions = withdrawalReasons.map((reason) => [reason, withdrawalWords[reason]] as const)

export const sourceTexts: Readonly<Record<OperatorCapture['source'], string>> = {
  file: 'A file that was ingested',
  manifest: 'A line of a manifest; the file was never seen',
  film: 'The film of a submission',
  model: 'The manifest of a model',
}

export const captureStateTexts: Readonly<Record<OperatorCapture['state'], string>> = {
  waiting: 'Waits for its tree',
  attesting: 'In a tree that is being attested',
  lost: 'In a tree whose leaves were lost; not served',
  observed: 'On offer',
  anchored: 'Anchored; a model’s manifest is not sold',
  withdrawn: 'Withdrawn: neither sold nor shown',
}

export const captureMarks = {
  waiting: 'now',
  attesting: 'now',
  lost: 'wrong',
  observed: 'done',
  anchored: 'none',
  withdrawn: 'later',
} as const satisfies Record<OperatorCapture['state'], string>

export const treeStateTexts = { attesting: 'Being attested', final: 'Attested', lost: 'Lost' } as const

/** People count leaves from 1, as on the page of the tree. `leaf_index` of the API starts at 0, and is given too. */
export const treeAndLeafText = (tree: number, leafIndex: number | null) =>
  leafIndex === null ? `tree ${tree}` : `tree ${tree}, leaf ${leafIndex + 1} (index ${leafIndex})`
