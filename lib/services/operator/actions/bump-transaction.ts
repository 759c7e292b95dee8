import 'server-only'
import { formatGwei } from 'viem'
import { defineAction } from '#lib/services/operator/action'
import {
  askedTransactionInput,
  askReplacement,
  costText,
  feeCapOf,
  loadStuck,
  refuseOffer,
  replacementGuard,
} from '#lib/services/operator/chains/asked-transaction'

/** Raises the fee of a transaction now, instead of after half a minute, with the same nonce and the same call. */
export const bumpTransaction = defineAction({
  name: 'bump_transaction',
  input: askedTransactionInput,
  subjectOf: ({ transaction_id: id }) => ({ kind: 'transaction', id: String(id) }),
  signs: true,
  preview: async ({ ctx, input }) => {
    const found = await loadStuck(ctx, input.transaction_id)
    const cap = feeCapOf(input, found)
    const what = found.cancelIsAsked ? 'the empty transaction in its place' : 'the same call'
    return {
      title: `Raise the fee of transaction ${input.transaction_id} on ${found.network}`,
      effect: `A worker signs ${what} once more at nonce ${found.nonce}, for an eighth more than the ${formatGwei(found.offered)} gwei offered last or for the current fee of the network, if that is more, and sends it. At most one transaction with this nonce can be mined, so nothing happens twice. For its gas it may cost ${costText(cap, found.gasLimit ?? 0, found)}, now and whenever it is raised again.`,
      guard: replacementGuard,
      refusal: refuseOffer(input, found),
    }
  },
  run: ({ ctx, tx, input }) => askReplacement({ ctx, tx, input, wish: 'bump' }),
})
