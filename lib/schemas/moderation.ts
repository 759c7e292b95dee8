import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const takenMeasure = z.object({
  reason: z.string().describe('Why, in the words of an operator of this service.'),
  at: timestamp,
})

/** Why and since when something is hidden. */
export const hiddenSchema = takenMeasure
  .nullable()
  .describe('Set while an operator hides it: it is not listed, and its text is withheld.')
export type Hidden = z.output<typeof hiddenSchema>

const bountyMeasures = ['hidden', 'cancelled', 'model_page_hidden', 'poster_banned'] as const
const submissionMeasures = ['hidden', 'contributor_banned'] as const

/** What operators did about a bounty. Poster and contributors read the same. */
export const bountyModerationSchema = z
  .array(takenMeasure.extend({ measure: z.enum(bountyMeasures) }))
  .optional()
  .describe(
    'Present only if an operator acted on this bounty. `hidden`: off the board, and closed to new submissions. `cancelled`: the whole amount goes back to `payer`. `model_page_hidden`: the public page of its model is withdrawn. `poster_banned`: its wallet can post no more bounties; the money of this one moves as before.',
  )
export type BountyModeration = z.output<typeof bountyModerationSchema>

/** What operators did about a film. Poster and contributor read the same. */
export const submissionModerationSchema = z
  .array(takenMeasure.extend({ measure: z.enum(submissionMeasures) }))
  .optional()
  .describe(
    'Present only if an operator acted on this film. `hidden`: its preview is withheld. `contributor_banned`: its wallet can submit no more films; this one can be accepted, and is paid.',
  )
export type SubmissionModeration = z.output<typeof submissionModerationSchema>
