import 'server-only'
import { hexToBytes } from '@noble/hashes/utils.js'
import { eq } from 'drizzle-orm'
import { capture } from '#db/schema/capture'
import { tree } from '#db/schema/tree'
import { withdrawnCapture } from '#db/schema/withdrawal'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'

/**
 * Finds a capture with its tree and its withdrawal.
 *
 * @param input.sha256 64 lower-case hex digits
 * @throws CairnError `not_found`
 */
export async function findCapture(args: { ctx: Pick<Context, 'db'>; input: { sha256: string } }) {
  const [found] = await args.ctx.db
    .select({ capture, tree, withdrawal: withdrawnCapture })
    .from(capture)
    .leftJoin(tree, eq(tree.treeId, capture.treeId))
    .leftJoin(withdrawnCapture, eq(withdrawnCapture.sha256, capture.sha256))
    .where(eq(capture.sha256, hexToBytes(args.input.sha256)))
  if (found) return found
  throw new CairnError('not_found', `There is no capture ${args.input.sha256}.`, { field: 'sha256' })
}
