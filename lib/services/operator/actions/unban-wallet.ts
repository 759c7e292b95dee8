import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import { walletInput } from '#lib/services/operator/actions/ban-wallet'
import { findBan } from '#lib/services/reports/find-ban'
import { liftMeasure } from '#lib/services/reports/take-measure'

/** Lifts the ban of a wallet. */
export const unbanWallet = defineAction({
  name: 'unban_wallet',
  input: walletInput,
  subjectOf: ({ wallet }) => ({ kind: 'wallet', id: wallet }),
  signs: false,
  preview: async ({ ctx, input: { wallet } }) => ({
    title: `Lift the ban of wallet ${wallet}`,
    effect: 'The wallet can sign in, submit films and post bounties again, from this moment.',
    guard: 'It is banned.',
    refusal: (await findBan(ctx.db, wallet)) === undefined ? 'This wallet is not banned.' : null,
  }),
  run: async ({ tx, input: { wallet } }) => {
    const isLifted = await liftMeasure(tx, { kind: 'wallet', subjectId: wallet, measure: 'banned' })
    if (!isLifted) throw new CairnError('conflict', 'This wallet is not banned.')
    return { result: { wallet } }
  },
})
