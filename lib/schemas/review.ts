import { z } from 'zod'
import { claimOrigins } from '#lib/domain/film/match-claims'
import { bountySchema, submissionSchema } from '#lib/schemas/bounty'
import { address, sha256Hex, timestamp } from '#lib/schemas/formats'

const signedLink = z.url().nullable()

const reviewedSubmissionSchema = submissionSchema
  .extend({
    contributor: address.describe(
      'The wallet that is paid if this is accepted (EIP-55). Only the poster sees it before; then it is public on the chain.',
    ),
    place_from: z
      .enum(claimOrigins)
      .nullable()
      .describe('The source of the place, as in `claims_from`; null if it is not known.'),
    time_from: z.enum(claimOrigins).nullable().describe('The source of the time.'),
    figures: z
      .object({
        duration_seconds: z.number(),
        width: z.int().describe('In pixels, as displayed.'),
        height: z.int(),
        frames_per_second: z.number(),
      })
      .nullable()
      .describe('Measured figures; null until measured, or if the file could not be read.'),
    size_bytes: z.int().nullable().describe('Size of the submitted file.'),
    poster_url: signedLink.describe('A watermarked still. Valid for 15 minutes.'),
    reconstruction_text: z.string().nullable().describe('The stage in words.'),
    models_ahead: z
      .int()
      .min(0)
      .nullable()
      .describe('The number of models that are made before this one, while `queued`.'),
    model_preview_url: signedLink.describe(
      'A small copy of the model for display. Only for the accepted submission. Valid for 15 minutes.',
    ),
    film_sha256: sha256Hex
      .nullable()
      .describe('SHA-256 of the delivered film, which has a proof; null until it is delivered.'),
    manifest_sha256: sha256Hex
      .nullable()
      .describe(
        'SHA-256 of the manifest of the delivered model, which has a proof; null until it is delivered.',
      ),
  })
  .meta({ id: 'ReviewedSubmission' })
export type ReviewedSubmission = z.output<typeof reviewedSubmissionSchema>

/** A bounty with what its poster needs to choose a submission. */
export const reviewSchema = bountySchema
  .extend({
    paid_at: timestamp.describe('When the bounty was paid for. `time_match` compares films with it.'),
    posted_at: timestamp
      .nullable()
      .describe('When `create_tx` was confirmed; null until then, or if it was not recorded.'),
    ended_at: timestamp
      .nullable()
      .describe('When the release or the refund was confirmed; null until the bounty has ended.'),
    escrow: address.describe('The escrow contract of the bounty on its network.'),
    model_page_url: z
      .url()
      .nullable()
      .describe('The public page of the model, if the poster shares it; see `shareModel`.'),
    submissions: z.array(reviewedSubmissionSchema).describe('Oldest first.'),
  })
  .meta({ id: 'Review' })
export type Review = z.output<typeof reviewSchema>
