import 'server-only'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { and, eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { observation } from '#db/schema/observation'
import { reportCase } from '#db/schema/report'
import { submission, submissionFile } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import { toHex } from '#lib/domain/proof/leaf'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorCapture } from '#lib/schemas/operator-captures'
import { leafOfCapture } from '#lib/services/anchors/leaf-of-capture'
import { findCapture } from '#lib/services/captures/find-capture'

/**
 * A capture with everything that operators may see of it.
 *
 * @param input.id the hash of the file or of its leaf, 64 lower-case hex digits
 * @throws CairnError `not_found`
 */
export async function getCapture(args: {
  ctx: Pick<Context, 'db'>
  input: { id: string }
}): Promise<OperatorCapture> {
  const { ctx, input } = args
  const found = await findCapture({ ctx, input: { sha256: (await ofLeaf(ctx, input.id)) ?? input.id } })
  const { capture: row, withdrawal } = found
  const film = await findFilm(ctx, row.madeFrom ?? row.sha256)
  return {
    sha256: bytesToHex(row.sha256),
    source: row.madeFrom
      ? 'model'
      : film?.is_delivered
        ? 'film'
        : row.byteLength === null
          ? 'manifest'
          : 'file',
    geohash: cellToGeohash(row.cell),
    captured_at: isoTime(row.capturedAt),
    received_at: isoTime(row.receivedAt),
    media_type: row.mediaType,
    byte_length: row.byteLength,
    state: captureStateOf(found),
    tree_id: row.treeId,
    leaf_index: row.leafIndex,
    leaf_hash: toHex(leafOfCapture(row)),
    withdrawal: withdrawal && { reason: withdrawal.reason, withdrawn_at: isoTime(withdrawal.withdrawnAt) },
    film,
    made_from: row.madeFrom && bytesToHex(row.madeFrom),
    report: await findReport(ctx, bytesToHex(row.sha256)),
  }
}

type Found = Awaited<ReturnType<typeof findCapture>>

/** The state of a capture. */
export function captureStateOf(found: {
  capture: Pick<Found['capture'], 'madeFrom'>
  tree: Pick<NonNullable<Found['tree']>, 'state'> | null
  withdrawal: object | null
}): OperatorCapture['state'] {
  const { capture: row, tree, withdrawal } = found
  if (withdrawal) return 'withdrawn'
  if (!tree) return 'waiting'
  if (tree.state !== 'final') return tree.state
  return row.madeFrom ? 'anchored' : 'observed'
}

/** Finds the capture of a leaf. Both queries use an index. */
async function ofLeaf({ db }: Pick<Context, 'db'>, id: string): Promise<string | undefined> {
  const leaf = hexToBytes(id)
  const [observed] = await db
    .select({ sha256: observation.sha256 })
    .from(observation)
    .where(eq(observation.leafHash, leaf))
  if (observed) return bytesToHex(observed.sha256)
  const [other] = await db.select({ sha256: capture.sha256 }).from(capture).where(eq(capture.leafHash, leaf))
  return other && bytesToHex(other.sha256)
}

async function findReport({ db }: Pick<Context, 'db'>, sha256: string): Promise<OperatorCapture['report']> {
  const [found] = await db
    .select({ id: reportCase.id, state: reportCase.state })
    .from(reportCase)
    .where(and(eq(reportCase.kind, 'capture'), eq(reportCase.subjectId, sha256)))
  return found ? { id: found.id, is_waiting: found.state === 'waiting' } : null
}

async function findFilm({ db }: Pick<Context, 'db'>, sha256: Uint8Array): Promise<OperatorCapture['film']> {
  const [file] = await db
    .select({ submission, deliveredAt: submissionFile.deliveredAt })
    .from(submissionFile)
    .innerJoin(submission, eq(submission.submissionId, submissionFile.submissionId))
    .where(eq(submissionFile.sha256, sha256))
  if (!file) return null
  const { submissionId, bountyId } = file.submission
  return { submission_id: submissionId, bounty_id: bountyId, is_delivered: file.deliveredAt !== null }
}
