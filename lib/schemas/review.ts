import { z } from 'zod'
import { reconstructionStages } from '#lib/domain/reconstruction'
import { bountySchema, finding, submissionSchema } from '#lib/schemas/bounty'
import { address } from '#lib/schemas/formats'

const signedLink = z.url().nullable()

export const reviewedSubmissionSchema = submissionSchema
  .extend({
    contributor: address.meta({
      description:
        'The wallet that is paid when this is accepted (EIP-55). Public on the chain from then on; until then for the poster alone.',
    }),
    quality_warnings: z
      .array(finding)
      .meta({ description: 'What is worth a second look, likeness to an earlier film included.' }),
    figures: z
      .object({
        duration_seconds: z.number(),
        width: z.int().meta({ description: 'As shown, pixels.' }),
        height: z.int(),
        frames_per_second: z.number(),
      })
      .nullable()
      .meta({ description: 'As measured; null until then, and when the file could not be read.' }),
    size_bytes: z.int().nullable().meta({ description: 'Of the file as it was handed in.' }),
    poster_url: signedLink.meta({ description: 'A watermarked still. Signed for 15 minutes.' }),
    reconstruction_stage: z
      .enum(reconstructionStages)
      .nullable()
      .meta({ description: 'What is being done, while `running`.' }),
    reconstruction_text: z.string().nullable().meta({ description: 'The same in words.' }),
    reconstruction_percent: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Of the whole, while `running`.' }),
    models_ahead: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'How many models are made before this one, while `queued`.' }),
    model_preview_url: signedLink.meta({
      description:
        'A light copy of the model, for showing it. Accepted submission only. Signed for 15 minutes.',
    }),
  })
  .meta({ id: 'ReviewedSubmission' })
export type ReviewedSubmission = z.output<typeof reviewedSubmissionSchema>

/** A bounty with all that helps its poster to choose. */
export const reviewSchema = bountySchema
  .extend({ submissions: z.array(reviewedSubmissionSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'Review' })
export type Review = z.output<typeof reviewSchema>
