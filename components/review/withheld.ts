import type { ReviewedSubmission } from '#lib/schemas/review'

/** Why a preview that exists is not shown to the poster. `reason`: in the public words of an operator; `null` for a withdrawn capture. */
export type Withheld = { text: string; reason: string | null }

/** Why the preview of a film is withheld; `undefined` if it is not. An operator hides films and withdraws captures. */
export function withheldOf({
  preview_status: status,
  preview_url: url,
  moderation,
}: Pick<ReviewedSubmission, 'preview_status' | 'preview_url' | 'moderation'>): Withheld | undefined {
  const hidden = moderation?.find(({ measure }) => measure === 'hidden')
  if (hidden) return { text: 'An operator has hidden this film, so it is not shown.', reason: hidden.reason }
  if (status !== 'ready' || url !== null) return undefined
  return { text: 'An operator has withdrawn the capture of this film, so it is not shown.', reason: null }
}
