import { z } from 'zod'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { declineReasons } from '#lib/domain/bounty/decline'
import { earlierAreas } from '#lib/domain/film/earlier-film'
import { modelForecasts } from '#lib/domain/film/forecast-model'
import { claimOrigins, placeMatches, timeMatches } from '#lib/domain/film/match-claims'
import { maxModelRetries, modelModes, reconstructionStages } from '#lib/domain/film/reconstruction'
import { aiUses, credentialStates, editKinds } from '#lib/domain/proof/credentials'
import { publicTextFault } from '#lib/domain/text/public-text'
import { contributorRecordSchema } from '#lib/schemas/contributor-record'
import { address, hex32, sha256Hex, timestamp } from '#lib/schemas/formats'
import { bountyModerationSchema, submissionModerationSchema } from '#lib/schemas/moderation'

const hash = hex32.nullable()
const signedLink = z.url().nullable()

/**
 * Public text written by a user. Lengths are counted in code points after trimming, which is close to what a person counts. The
 * allowed characters are checked by code, because many readers of JSON Schema do not support Unicode classes in patterns.
 */
export const plainText = (least: number, most: number, { lines }: { lines: boolean }) =>
  z
    .string()
    .trim()
    .refine(
      (value) => {
        const length = [...value].length
        return length >= least && length <= most
      },
      least > 0 ? `use ${least}–${most} characters` : `use at most ${most} characters`,
    )
    .superRefine((value, check) => {
      const message = publicTextFault(value, { lines })
      if (message !== undefined) check.addIssue({ code: 'custom', message })
    })
    // JSON Schema counts code points too.
    .meta({ ...(least > 0 && { minLength: least }), maxLength: most })

/** POST …/cancel needs no body. The members of an object are ignored. */
export const noBody = z.object({}, 'must be empty or a JSON object').optional()

/** The path parameter of a bounty. Any text: a format error would tell which ids can exist. */
export const bountyParams = z.object({ id: z.string().min(1).describe('A bounty_id.') })

export const acceptSubmissionInput = z.object({
  submission_id: z
    .string()
    .min(1, 'must not be empty')
    .max(64, 'use at most 64 characters')
    .regex(/^\w+$/, 'use letters, digits and underscores only')
    .describe('The submission to accept. Accepting is final.'),
})

/** The path parameters of a submission of a bounty. */
export const bountySubmissionParams = bountyParams.extend({
  submission_id: z.string().min(1).describe('A submission_id of this bounty.'),
})

export const maxDeclineCharacters = 500
/** Withdraws a decline. A word instead of null, because some tool clients cannot send a value that may have two types. */
export const noReason = 'none'

/** The body of POST …/decline. */
export const declineSubmissionInput = z
  .object({
    reason: z
      .enum([...declineReasons, noReason], `must be one of ${declineReasons.join(', ')}, or ${noReason}`)
      .describe(
        'Why the film is declined: `blurred` also if the resolution is too low, `poor_quality` if it is too dark or the subject is hidden from view. `none` takes the decline back.',
      ),
    text: plainText(1, maxDeclineCharacters, { lines: true })
      .optional()
      .describe(
        `What to do better, for the contributor: 1 to ${maxDeclineCharacters} characters. Required for \`other\`.`,
      ),
  })
  .superRefine(({ reason, text }, check) => {
    if (reason === 'other' && text === undefined)
      check.addIssue({ code: 'custom', path: ['text'], message: 'is required for the reason `other`' })
    if (reason === noReason && text !== undefined)
      check.addIssue({ code: 'custom', path: ['text'], message: 'needs a reason' })
  })

/** The body of POST …/model/retry. */
export const retryModelInput = z.object({
  mode: z
    .enum(modelModes, `must be one of ${modelModes.join(', ')}`)
    .default('standard')
    .describe(
      '`standard`: as the first time. `relaxed`: more pictures and points, and less certain cameras, for a film whose pictures could not be fitted together. `fine`: finer depths and more triangles, for a good film. Both take about twice as long.',
    ),
})
/** How often a poster may use it, for its description. */
export const modelRetries = maxModelRetries

const idempotencyKeyHeader = 'Idempotency-Key'

/** For accept, cancel, decline and retry. */
export const idempotencyKeyHeaders = z.object({
  [idempotencyKeyHeader]: z
    .string()
    .regex(/^[ -~]{1,255}$/, 'use 1–255 printable ASCII characters')
    .optional()
    .describe(
      'A value of your choice for this request. If its answer is lost, send the request again with the same key: you get the same answer, and nothing is done twice.',
    ),
})

const earlierFilmSchema = z
  .object({
    bounty: z.enum(['this', 'another']).describe('The bounty that it was submitted for.'),
    submission_id: z
      .string()
      .nullable()
      .describe('Its id, if you see it: the poster those of this bounty, a contributor their own.'),
    number: z
      .int()
      .nullable()
      .describe('Its place in `submissions` of this bounty, from 1; null for the contributor.'),
    same_wallet: z.boolean().describe('True if the wallet that submitted this film submitted it too.'),
    submitted_at: timestamp,
    area: z.enum(earlierAreas).describe('Its claimed cell beside that of this film.'),
    observation_id: sha256Hex
      .nullable()
      .describe('Its public id, once its record is published and where that does not show whose it is.'),
  })
  .describe('The earlier film that a finding is about.')

const finding = z.object({
  code: z.string().describe('A stable code for programs.'),
  text: z.string().describe('The problem. The contributor also reads what to do about it.'),
  earlier_submission: earlierFilmSchema.optional(),
})
export type Finding = z.output<typeof finding>

const declinedSchema = z
  .object({
    reason: z.enum(declineReasons),
    text: z.string().nullable().describe('The text of the poster about it.'),
    at: timestamp,
  })
  .nullable()
  .describe(
    'Set while its poster declines it and asks for another take. A declined film can still be accepted.',
  )
export type Declined = z.output<typeof declinedSchema>

const credentialsSchema = z
  .object({
    state: z
      .enum(credentialStates)
      .describe(
        '`trusted`: valid, and the signer is on the C2PA trust list. `untrusted`: valid, by any signer. `does_not_match`: a signed hash differs from the file. `could_not_validate` says nothing about the file. `none`: it has none.',
      ),
    signer: z.string().nullable().describe('The organisation that the signing certificate names.'),
    signed_at: timestamp.nullable().describe('The time stamp of the signature. UTC.'),
    generator: z.string().nullable().describe('The camera, or else the program.'),
    ai_use: z
      .enum(aiUses)
      .nullable()
      .describe('The declared use of generative models: for the whole film, for parts of it, or none.'),
    edits: z.array(z.enum(editKinds)).describe('The kinds of changes that are declared.'),
    text: z.string().describe('The verdict in plain words.'),
  })
  .nullable()
  .describe(
    'The Content Credentials (C2PA) of the film, validated by this service alone; null if they were not read. The place and time of a trusted manifest are preferred to those of the file, if it says that a camera made this very file.',
  )

export const submissionSchema = z
  .object({
    submission_id: z.string(),
    submitted_at: timestamp,
    note: z.string().nullable().describe('A note from the contributor.'),
    captured_at: timestamp
      .nullable()
      .describe('When it was filmed, as claimed; null for a submission without a film. UTC.'),
    geohash: z
      .string()
      .length(6)
      .nullable()
      .describe('Where it was filmed, as claimed: a cell of six characters.'),
    claims_from: z
      .enum(claimOrigins)
      .nullable()
      .describe(
        'The source of place and time. `credentials`: a valid and trusted C2PA manifest of the file. `file`: its own metadata. `declared`: a statement of the contributor. If their sources differ, the weaker one; null if it is not known. No source proves what the film shows.',
      ),
    place_match: z
      .enum(placeMatches)
      .describe(
        'How the claimed cell fits the `Place:` line of the brief. `near`: outside the requested area, and touching it. `unknown`: the brief or the film names no place.',
      ),
    time_match: z
      .enum(timeMatches)
      .describe(
        'How the claimed time fits the order. `before_order`: filmed more than ten minutes before you paid. `contradictory`: the clocks of the file differ by more than time zones can explain, or it claims a time after the submission. A film that is `elsewhere`, `before_order` or `contradictory` can be accepted and is delivered, and is never sold as an observation.',
      ),
    preview_status: z.enum(['pending', 'ready', 'failed']),
    quality_status: z.enum(['pending', 'pass', 'fail']),
    quality_reasons: z.array(finding).describe('Why the quality check failed; empty otherwise.'),
    quality_warnings: z
      .array(finding)
      .describe(
        'Possible problems to check, such as similarity to an earlier film, which `earlier_submission` names.',
      ),
    credentials: credentialsSchema,
    model_forecast: z
      .enum(modelForecasts)
      .nullable()
      .describe(
        'A forecast of whether a 3D model can be made of the film, from a comparison of a few of its frames; null if it is not known. You may accept any film.',
      ),
    model_forecast_reason: z
      .string()
      .nullable()
      .describe(
        'Why. The contributor also reads what to film differently. If it is `failed`: why there is no forecast.',
      ),
    model_forecast_status: z
      .enum(['none', 'pending', 'ready', 'failed'])
      .describe(
        '`none` until the preview is ready, for a copy of an earlier film, and if this deployment makes no forecasts. `failed`: the forecast failed for reasons other than the film.',
      ),
    reconstruction_status: z
      .enum(['none', 'queued', 'running', 'ready', 'failed'])
      .describe('`none` until the submission is accepted.'),
    reconstruction_reason: z
      .string()
      .nullable()
      .describe('Why no 3D model could be made, if `reconstruction_status` is `failed`.'),
    reconstruction_stage: z
      .enum(reconstructionStages)
      .nullable()
      .describe('The current step, while `reconstruction_status` is `running`.'),
    reconstruction_progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The finished share of the 3D model, 0 to 1. It never decreases while the model is made; null if it is not wanted or failed.',
      ),
    reconstruction_remaining_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe('About how long the 3D model still takes, at its pace so far; null while that is not known.'),
    reconstruction_mode: z.enum(modelModes).describe('How the 3D model is made; see `retryModel`.'),
    reconstruction_retries_left: z
      .int()
      .min(0)
      .describe('How often you can still have a failed model made again with `retryModel`.'),
    proof_status: z
      .enum(['none', 'pending', 'anchored'])
      .describe(
        '`none` until the release of an accepted film is final. `pending`: it waits for a tree, or for the attestation of its tree. `anchored`: its proof is public.',
      ),
    proof_by: timestamp
      .nullable()
      .describe(
        'While it waits for a tree: the time by which it joins one. All films of a round join together, so the time of its publication does not show which release paid for which of them; it does if a film is alone in its round.',
      ),
    preview_url: signedLink.describe(
      'A short watermarked clip; null if the film was withdrawn or is hidden. The link is valid for 15 minutes; every GET returns a new one.',
    ),
    accepted: z.boolean(),
    declined: declinedSchema,
    moderation: submissionModerationSchema,
    contributor_record: contributorRecordSchema,
    full_capture_url: signedLink.describe('Only for the accepted submission. Valid for 15 minutes.'),
    model_glb_url: signedLink.describe('Accepted submission only, once it exists. Signed for 15 minutes.'),
    model_splats_url: signedLink.describe(
      'The place as a Gaussian splat (SPZ), in the coordinates of the GLB. Only if the service has an engine that makes one; signed for 15 minutes.',
    ),
    model_zip_url: signedLink.describe('Accepted submission only, once it exists. Signed for 15 minutes.'),
  })
  .meta({ id: 'Submission' })
export type Submission = z.output<typeof submissionSchema>

export const bountySchema = z
  .object({
    bounty_id: z.string(),
    status: z.enum(bountyStates),
    amount_usdc: z.int().describe('Whole USDC.'),
    deadline: timestamp.describe('Submissions can be accepted until then. UTC.'),
    title: z.string(),
    brief: z.string(),
    onchain_id: z
      .int()
      .nullable()
      .describe('The number of the bounty in the escrow contract; null until it is posted.'),
    board_url: z.url().nullable().describe('The page for contributors; null until the bounty is posted.'),
    payer: address.describe('The wallet that paid. Refunds go only there.'),
    network: z.string().describe('CAIP-2 id of the network of the payment, the escrow and the payout.'),
    payment_tx: hash.describe('The transaction that settled the payment.'),
    create_tx: hash.describe('The transaction that posted the bounty to the escrow contract.'),
    accept_tx: hash.describe('The transaction that released the escrow to the contributor.'),
    cancel_tx: hash.describe('The transaction that cancelled the escrow.'),
    refund_tx: hash.describe('The transaction that refunded the escrow after expiry.'),
    payout_tx: hash.describe('The transaction that paid the money back to `payer`.'),
    poll_url: z.url().describe('GET this with the agent_token.'),
    held_up: z
      .object({
        message: z.string().describe('Why the bounty is delayed, and what the service does about it.'),
        since: timestamp,
        next_try_at: timestamp
          .nullable()
          .describe(
            'When the service tries again; null if that does not depend on time, for example while a network is down.',
          ),
      })
      .optional()
      .describe(
        'Present only while something delays the next status: a network that does not answer or has not taken a transaction counts after a minute. The money does not move meanwhile.',
      ),
    moderation: bountyModerationSchema,
    submissions: z.array(submissionSchema).describe('Oldest first.'),
  })
  .meta({ id: 'Bounty' })
export type Bounty = z.output<typeof bountySchema>

/** The answer to POST /bounties. */
export const createdBountySchema = bountySchema
  .extend({
    agent_token: z
      .string()
      .describe(
        'Gives access to this bounty: over HTTP as `Authorization: Bearer`, as the argument `agent_token` of tools. Returned only here; repeat the same paid request to get it again.',
      ),
  })
  .meta({ id: 'CreatedBounty' })
export type CreatedBounty = z.output<typeof createdBountySchema>
