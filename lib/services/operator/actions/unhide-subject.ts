import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { moderationRefusal } from '#lib/domain/moderation/moderation'
import { defineAction } from '#lib/services/operator/action'
import { hideableInput, subjectText } from '#lib/services/operator/moderated-input'
import { findModerated } from '#lib/services/reports/find-moderated'
import { liftMeasure } from '#lib/services/reports/take-measure'

/** Makes a subject visible again that an operator hid. */
export const unhideSubject = defineAction({
  name: 'unhide_subject',
  input: hideableInput,
  subjectOf: ({ kind, id }) => ({ kind, id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const { facts } = await findModerated({ ctx, input })
    return {
      title: `Show ${subjectText(input)} again`,
      effect:
        'It is shown as before it was hidden, from this moment. Poster and contributors no longer see that it was hidden; the log does. No money moves.',
      guard: 'It is hidden.',
      refusal: moderationRefusal('unhide', facts),
    }
  },
  run: async ({ tx, input: { kind, id } }) => {
    const isLifted = await liftMeasure(tx, { kind, subjectId: id, measure: 'hidden' })
    if (!isLifted) throw new CairnError('conflict', 'This is not hidden.')
    return { result: { kind, id } }
  },
})
