import 'server-only'
import { z } from 'zod'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { counted } from '#lib/domain/text/counted'
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
    const open = await readOpen(ctx, wallet)
    return {
      title: `Ban this wallet: ${wallet}`,
      // A line for each matter.
      effect: [
        'The wallet cannot sign in, submit films or post bounties any more. Whoever is signed in with it is refused, with your reason.',
        'Payments by it for a new bounty are refused before they are settled.',
        ...openTexts(open),
        'Earlier earnings of it are still paid.',
        'Your reason is shown to the wallet, and to the posters and contributors that it deals with.',
        'Reports of its bounties and films still wait for a decision.',
        'The ban can be lifted.',
      ].join('\n'),
      guard: 'It is neither banned nor the wallet of an operator.',
      refusal: isOperator
        ? 'This is the wallet of an operator.'
        : isBanned
          ? 'This wallet is banned already.'
          : null,
    }
  },
  // Its sessions are refused and not deleted, so that its owner reads the reason at once.
  run: async ({ tx, input: { wallet }, reason }) => {
    const isTaken = await takeMeasure(tx, { kind: 'wallet', subjectId: wallet, measure: 'banned', reason })
    if (!isTaken) throw new CairnError('conflict', 'This wallet is banned already.')
    return { result: { wallet } }
  },
})

type Open = { films: number; bounties: number; usdc: number }

/** The open matters of a wallet: its films in open bounties of others, and its own open bounties. */
async function readOpen({ sql }: Pick<Context, 'sql'>, wallet: string): Promise<Open> {
  const [open] = await sql<Open[]>`
    select
      (select count(*)::int from submission join bounty using (bounty_id)
        where contributor = ${wallet} and state = 'open' and declined_at is null) as films,
      count(*)::int as bounties, coalesce(sum(amount_usdc), 0)::int as usdc
    from bounty where payer = ${wallet} and state = 'open'`
  return open!
}

function openTexts({ films, bounties, usdc }: Open): string[] {
  const ofFilms =
    films === 0
      ? 'No film of it waits for a decision.'
      : `${counted(films, 'film of it waits', 'films of it wait')} for a decision and can still be accepted, which pays the wallet: hide what nobody should see.`
  const ofBounties =
    bounties === 0
      ? 'No bounty of it is open.'
      : `${counted(bounties, 'bounty of it stays', 'bounties of it stay')} open with ${usdc.toLocaleString('en')} USDC, on the board and for films: whoever has the key of a bounty can still accept, decline and cancel, and after the deadline the money goes back to the wallet. Cancel or hide one that must not go on.`
  return [ofFilms, ofBounties]
}
