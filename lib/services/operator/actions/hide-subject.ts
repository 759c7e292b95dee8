import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { moderationRefusal } from '#lib/domain/moderation/moderation'
import { defineAction } from '#lib/services/operator/action'
import { hideableInput, subjectText } from '#lib/services/operator/moderated-input'
import { findModerated } from '#lib/services/reports/find-moderated'
import { takeMeasure } from '#lib/services/reports/take-measure'

const effects = {
  bounty:
    'The bounty leaves the board, its feed and its map, its page withholds title, instructions and place, and it takes no more films. No money moves: its poster can still accept a film or cancel, and otherwise the full amount goes back at the deadline.',
  submission:
    'The preview and the still image of this film are withheld from its poster and its contributor; links that were signed before work for up to 15 minutes. No money moves: it can still be accepted, and what was paid for is delivered.',
  model: 'The public page of this 3D model is gone at once, and its poster cannot publish another one.',
}

/** Hides a bounty, a film's preview or the page of a model. */
export const hideSubject = defineAction({
  name: 'hide_subject',
  input: hideableInput,
  subjectOf: ({ kind, id }) => ({ kind, id }),
  signs: false,
  publishesReason: true,
  preview: async ({ ctx, input }) => {
    const { facts } = await findModerated({ ctx, input })
    return {
      title: `Hide ${subjectText(input)}`,
      effect: `${effects[input.kind]} Poster and contributors read your reason. You can show it again on the page of the bounty or of the report.`,
      guard: 'It is not hidden.',
      refusal: moderationRefusal('hide', facts),
    }
  },
  run: async ({ tx, input: { kind, id }, reason }) => {
    const isTaken = await takeMeasure(tx, { kind, subjectId: id, measure: 'hidden', reason })
    if (!isTaken) throw new CairnError('conflict', 'This is hidden already.')
    return { result: { kind, id } }
  },
})
