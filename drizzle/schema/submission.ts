import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { bounty } from './bounty.ts'
import { bytes } from './columns.ts'
import { upload } from './upload.ts'

/** What was found wrong with a film: a stable code, and what the contributor can do about it. */
export type QualityFinding = { code: string; text: string }

/** What was measured of a film, and what follows from it. */
export type QualityReport = {
  reasons: QualityFinding[]
  warnings: QualityFinding[]
  /** By the names of `VideoFigures`; empty when the file could not be read. */
  figures: Record<string, unknown>
}

/** Something is still to be done with its film. The index is read by these words. */
export const isUnfinished = sql`quality_status = 'pending' or preview_status = 'pending' or reconstruction_status in ('queued', 'running')`

/** What a contributor handed in for a bounty. */
export const submission = pgTable(
  'submission',
  {
    submissionId: text().primaryKey(),
    bountyId: text()
      .notNull()
      .references(() => bounty.bountyId),
    /** The wallet that is paid when it is accepted, lower case. */
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
    /** Once the quality is known. */
    quality: jsonb().$type<QualityReport>(),
    /** Where in the store the files are, once they exist. */
    previewKey: text(),
    posterKey: text(),
    modelGlbKey: text(),
    modelPreviewKey: text(),
    modelZipKey: text(),
    /** How far the model is, for whoever waits: the stage, and per cent of it. */
    reconstructionStage: text(),
    reconstructionPercent: smallint(),
    /** Why there is no model, in words for people. */
    reconstructionReason: text(),
    /** SHA-256 of the model's manifest: its lineage, which is anchored. */
    manifestSha256: bytes(),
    submittedAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check('submission_contributor', sql`${table.contributor} ~ '^0x[0-9a-f]{40}$'`),
    check(
      'submission_preview_has_file',
      sql`(${table.previewStatus} = 'ready') = (${table.previewKey} is not null)`,
    ),
    check(
      'submission_model_has_files',
      sql`(${table.reconstructionStatus} = 'ready') <= (${table.modelGlbKey} is not null and ${table.modelZipKey} is not null and ${table.manifestSha256} is not null)`,
    ),
    check('submission_percent', sql`${table.reconstructionPercent} between 0 and 100`),
    index('submission_of_bounty').on(table.bountyId, table.submittedAt),
    index('submission_of_contributor').on(table.contributor, table.submittedAt),
    index('submission_unfinished').on(table.submissionId).where(isUnfinished),
  ],
)

/** The film of a submission. The same bytes are taken once, whoever hands them in. */
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
    /** By its content; `null` when it is no video we know. */
    mediaType: text({ enum: ['video/mp4', 'video/quicktime'] }),
    /** As coarse as they are ever kept: the file's own, or the contributor's word where it says nothing. */
    cell: integer().notNull(),
    capturedAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Where in the store it is; `null` while only staged. */
    originalKey: text(),
    /** When it was decided to delete the film, because its bounty ended without accepting it; `original_key` goes with the file. */
    originalDeletedAt: timestamp({ withTimezone: true }),
    /** What it looks like, for finding films that were handed in before in another encoding. */
    fingerprint: bytes(),
    /** Since when it is a capture, to be anchored and observed; `null` until its submission is accepted for good. */
    deliveredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('submission_file_upload').on(table.uploadId),
    unique('submission_file_sha256').on(table.sha256),
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
  ],
)
