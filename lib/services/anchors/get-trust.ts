import 'server-only'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Trust } from '#lib/domain/proof/attestation'
import { toHex } from '#lib/domain/proof/leaf'

/**
 * The attesters of this service's trees, and the schemas. Read from the trees, because a web process may not have the anchoring key,
 * and the key may have been replaced.
 */
export async function getTrust({ ctx }: { ctx: Context }): Promise<Trust> {
  const rows = await ctx.db.selectDistinct({ attester: tree.attester, schemaUid: tree.schemaUid }).from(tree)
  return {
    chainId: ctx.env.anchor.chainId,
    eas: ctx.env.anchor.eas,
    schemaUids: [...new Set(rows.map((row) => toHex(row.schemaUid)))],
    attesters: [...new Set(rows.map((row) => row.attester as `0x${string}`))],
  }
}
