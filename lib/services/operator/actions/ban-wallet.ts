import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { session } from '#db/schema/account'
import { CairnError } from '#lib/domain/errors'
import { address } from '#lib/schemas/formats'
import { defineAction } from '#lib/services/operator/action'
import { findBan } from '#lib/services/reports/find-ban'
import { takeMeasure } from '#lib/services/reports/take-measure'

export const walletInput = z.object({ wallet: address.transform((text) => text.toLowerCase()) })

/** Prevents a wallet from signing in, submitting films and posting bounties. Its money moves as before. */
export const banWallet = defineAction({
  name: 'ban_wallet',
  input: walletInput,
  subjectOf: ({ wallet }) => ({ kind: 'wallet', id: wallet }),
  signs: false,
  publishesReason: true,
  preview: async ({ ctx, input: { wallet } }) => {
    const isOperator = ctx.env.operators.some((one) => one.address.toLowerCase() === wallet)
    const isBanned = (await findBan(ctx.db, wallet)) !== undefined
    return {
      title: `Ban wallet ${wallet}`,
      effect:
        'The wallet cannot sign in, submit films or post bounties any more, and its sessions end. A payment for a new bounty is refused before it is settled. Its earnings are still paid, its open bounties continue, and their refunds go to it. Your reason is shown to the wallet, and to the posters and contributors that it deals with. The ban can be lifted. It decides no report: those of its bounties and films still wait.',
      guard: 'It is neither banned nor the wallet of an operator.',
      refusal: isOperator
        ? 'This is the wallet of an operator.'
        : isBanned
          ? 'This wallet is banned already.'
          : null,
    }
  },
  run: async ({ tx, input: { wallet }, reason }) => {
    const isTaken = await takeMeasure(tx, { kind: 'wallet', subjectId: wallet, measure: 'banned', reason })
    if (!isTaken) throw new CairnError('conflict', 'This wallet is banned already.')
    await tx.delete(session).where(eq(session.address, wallet))
    return { result: { wallet } }
  },
})
