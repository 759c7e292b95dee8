import 'server-only'
import { and, desc, eq, sql } from 'drizzle-orm'
import { chainTx } from '#db/schema/outbox'
import { anchorSchemaUid, encodeRegisterSchema, isSchemaRegistered } from '#lib/adapters/chain/eas'
import { enqueue } from '#lib/adapters/chain/outbox'
import type { Context } from '#lib/adapters/context'
import { endedWithoutEffect } from '#lib/domain/chain/chain-tx'
import type { Anchorer } from '#lib/services/anchors/anchorer'
import { mayTryAgain } from '#lib/services/chain/may-try-again'

const kind = 'register_schema'

/** Checks that our schema is registered with EAS, and requests its registration once if it is not. @returns true if it is registered */
export async function ensureSchema(args: { ctx: Context; anchorer: Anchorer }): Promise<boolean> {
  const { ctx, anchorer } = args
  const { chain, signer } = anchorer
  const registry = ctx.env.anchor.schemaRegistry
  if (await isSchemaRegistered(chain, registry)) return true
  await ctx.db.transaction(async (tx) => {
    const [last] = await tx
      .select({ id: chainTx.id, state: chainTx.state, mayTryAgain })
      .from(chainTx)
      .where(
        and(
          eq(chainTx.chainId, chain.chainId),
          eq(chainTx.kind, kind),
          sql`starts_with(${chainTx.idemKey}, ${`${kind}:${anchorSchemaUid}`})`,
        ),
      )
      .orderBy(desc(chainTx.id))
      .limit(1)
    if (last && !(endedWithoutEffect(last.state) && last.mayTryAgain)) return
    await enqueue({
      tx,
      intent: {
        chainId: chain.chainId,
        sender: signer.address,
        kind,
        idemKey: `${kind}:${anchorSchemaUid}:${last?.id ?? 0}`,
        to: registry,
        data: encodeRegisterSchema(),
      },
    })
  })
  return false
}
