import 'server-only'
import { tree } from '#db/schema/tree'
import type { Context } from '#lib/adapters/context'
import type { Trust } from '#lib/domain/attestation'
import { toHex } from '#lib/domain/leaf'

/**
 * Who attested this service's trees, and under which schema. Read from the trees themselves, because a web process need
 * not hold the anchoring key and a key may have been replaced since.
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
