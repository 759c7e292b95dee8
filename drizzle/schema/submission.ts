import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { declineReasons } from '../../lib/domain/bounty/decline.ts'
import type { ModelForecast } from '../../lib/domain/film/forecast-model.ts'
import { claimOrigins, placeMatches, timeMatches } from '../../lib/domain/film/match-claims.ts'
import type { QualityReason } from '../../lib/domain/film/quality.ts'
import { maxModelRetries, modelModes } from '../../lib/domain/film/reconstruction.ts'
import { bounty } from './bounty.ts'
import { bytes, listed } from './columns.ts'
import { upload } from './upload.ts'

/** The measured figures of a film, and the problems found. */
export type QualityReport = {
  reasons: QualityReason[]
  warnings: QualityReason[]
  /** With the keys of `VideoFigures`; empty if the file could not be read. */
  figures: Record<string, unknown>
}

/** The forecast whether a 3D model can be made of a film, with a sentence that explains it and the figures that decided it. */
export type ForecastReport = ModelForecast & {
  /** With the keys of `ForecastFigures`; empty if the film could not be read. */
  figures: Record<string, unknown>
}

/** Its film is still being processed. The predicate of an index. */
export const isUnfinished = sql`quality_status = 'pending' or preview_status = 'pending' or forecast_status = 'pending' or reconstruction_status in ('queued', 'running')`

/** A contributor's submission for a bounty. */
export const submission = pgTable(
  'submission',
  {
    submissionId: text().primaryKey(),
    bountyId: text()
      .notNull()
      .references(() => bounty.bountyId),
    /** The wallet that is paid if it is accepted, in lower case. */
    contributor: text().notNull(),
    note: text(),
    previewStatus: text({ enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    qualityStatus: text({ enum: ['pending', 'pass', 'fail'] })
      .notNull()
      .default('pending'),
    reconstructionStatus: text({ enum: ['none', 'queued', 'running', 'ready', 'failed'] })
      .notNull()
      .default('none'),
    /** `null` until the film was checked. */
    quality: jsonb().$type<QualityReport>(),
    /**
     * `none` until the preview is ready, or if it is left out; `failed`: our own programs failed, and the film is not the cause.
     */
    forecastStatus: text({ enum: ['none', 'pending', 'ready', 'failed'] })
      .notNull()
      .default('none'),
    /** The forecast whether a 3D model can be made. */
    forecast: jsonb().$type<ForecastReport>(),
    /** Storage keys of the files, once they exist. */
    previewKey: text(),
    posterKey: text(),
    modelGlbKey: text(),
    modelPreviewKey: text(),
    /** The Gaussian splat. Not every engine makes one. */
    modelSplatsKey: text(),
    modelZipKey: text(),
    /** Progress of the 3D model: the stage of the current attempt, and the percentage of it. */
    reconstructionStage: text(),
    reconstructionPercent: smallint(),
    /** The finished share of the model over all attempts, 0 to 1, as shown to users: it never decreases. */
    reconstructionProgress: real(),
    /** Where the current attempt started, 0 to 1, and when, for the pace. Real time, also in a sandbox. */
    reconstructionStart: real(),
    reconstructionStartedAt: timestamp({ withTimezone: true }),
    /** How it is made, as its poster chose it, and how often its poster had it made again. */
    reconstructionMode: text({ enum: modelModes }).notNull().default('standard'),
    reconstructionRetries: smallint().notNull().default(0),
    /** SHA-256 of the `Idempotency-Key` of the last request to make it again. */
    reconstructionKeyHash: bytes(),
    /** Why there is no model, for people. */
    reconstructionReason: text(),
    /** SHA-256 of the model's manifest, which is anchored and states what the model was made from. */
    manifestSha256: bytes(),
    /** Why its poster declined it and asks for another take; `null` if it is not declined. */
    declinedReason: text({ enum: declineReasons }),
    /** The poster's explanation of the decline. */
    declinedText: text(),
    declinedAt: timestamp({ withTimezone: true }),
    /** SHA-256 of the `Idempotency-Key` of the last request that declined it or took that back, so that a late repetition changes nothing. */
    declineKeyHash: bytes(),
    submittedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check('submission_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`),
    check(
      'submission_preview_has_file',
      sql`(${table.previewStatus} = 'ready') = (${table.previewKey} is not null)`,
    ),
    check(
      'submission_forecast_is_ready',
      sql`(${table.forecastStatus} = 'ready') = (${table.forecast} is not null)`,
    ),
    check(
      'submission_model_has_files',
      sql`(${table.reconstructionStatus} = 'ready') <= (${table.modelGlbKey} is not null and ${table.modelZipKey} is not null and ${table.manifestSha256} is not null)`,
    ),
    check(
      'submission_declined',
      sql`(${table.declinedReason} is null) = (${table.declinedAt} is null) and (${table.declinedReason} is not null or ${table.declinedText} is null)`,
    ),
    check(
      'submission_declined_reason',
      sql`${table.declinedReason} in (${sql.raw(declineReasons.map((reason) => `'${reason}'`).join(', '))})`,
    ),
    check(
      'submission_model_progress',
      sql`${table.reconstructionProgress} between 0 and 1 and ${table.reconstructionStart} between 0 and 1`,
    ),
    check('submission_model_mode', sql`${table.reconstructionMode} in (${listed(modelModes)})`),
    check(
      'submission_model_retries',
      sql`${table.reconstructionRetries} between 0 and ${sql.raw(String(maxModelRetries))}`,
    ),
    check('submission_percent', sql`${table.reconstructionPercent} between 0 and 100`),
    index('submission_of_bounty').on(table.bountyId, table.submittedAt),
    index('submission_of_contributor').on(table.contributor, table.submittedAt),
    index('submission_unfinished').on(table.submissionId).where(isUnfinished),
  ],
)

/** The film of a submission. The same file is accepted once, over all contributors. */
export const submissionFile = pgTable(
  'submission_file',
  {
    submissionId: text()
      .primaryKey()
      .references(() => submission.submissionId),
    uploadId: text()
      .notNull()
      .references(() => upload.uploadId),
    sha256: bytes().notNull(),
    byteLength: bigint({ mode: 'number' }).notNull(),
    /** Detected from the content; `null` if it is no supported video. */
    mediaType: text({ enum: ['video/mp4', 'video/quicktime'] }),
    /** From the file's metadata, or from the contributor where the file has none. Stored no finer than this. */
    cell: integer().notNull(),
    capturedAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** The source of place and time; `null` if it was not recorded. */
    placeFrom: text({ enum: claimOrigins }),
    timeFrom: text({ enum: claimOrigins }),
    /** The fit of the claims to the bounty, decided when the film was submitted. */
    placeMatch: text({ enum: placeMatches }).notNull().default('unknown'),
    timeMatch: text({ enum: timeMatches }).notNull().default('unknown'),
    /** Storage key of the original; `null` while it is only staged. */
    originalKey: text(),
    /** When the deletion of the film was decided, because its bounty ended without accepting it. `original_key` is cleared with the file. */
    originalDeletedAt: timestamp({ withTimezone: true }),
    /** Perceptual fingerprint, to find films that were submitted before in another encoding. */
    fingerprint: bytes(),
    /**
     * Hashes of its pictures, 32 bytes each, by which it is found once it is delivered and published. `null` for films from before this
     * column.
     */
    pictureHashes: bytes(),
    /** When it became a capture to be anchored and sold; `null` until its submission is accepted for good. */
    deliveredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('submission_file_upload').on(table.uploadId),
    unique('submission_file_sha256').on(table.sha256),
    index('submission_file_delivered').on(table.cell).where(sql`delivered_at is not null`),
    index('submission_file_unkept').on(table.submissionId).where(sql`original_key is null`),
    index('submission_file_not_deleted')
      .on(table.submissionId)
      .where(sql`original_deleted_at is null and delivered_at is null`),
    index('submission_file_to_delete')
      .on(table.submissionId)
      .where(sql`original_deleted_at is not null and original_key is not null`),
    check(
      'submission_file_deleted_was_not_delivered',
      sql`${table.originalDeletedAt} is null or ${table.deliveredAt} is null`,
    ),
    check('submission_file_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check(
      'submission_file_origins',
      sql`${table.placeFrom} in (${listed(claimOrigins)}) and ${table.timeFrom} in (${listed(claimOrigins)})`,
    ),
    check(
      'submission_file_matches',
      sql`${table.placeMatch} in (${listed(placeMatches)}) and ${table.timeMatch} in (${listed(timeMatches)})`,
    ),
  ],
)
