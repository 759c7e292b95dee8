import 'server-only'
import { chainTxWords } from '#lib/domain/chain/chain-tx-words'
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

/** More gas than a plain transfer takes on any of our networks. */
const emptyGas = 60_000

/** Replaces an unmined transaction by an empty one. The chain decides which of them is mined. */
export const cancelNonce = defineAction({
  name: 'cancel_nonce',
  input: askedTransactionInput,
  subjectOf: ({ transaction_id: id }) => ({ kind: 'transaction', id: String(id) }),
  signs: true,
  preview: async ({ ctx, input }) => {
    const found = await loadStuck(ctx, input.transaction_id)
    const { afterwards } = chainTxWords(found.kind)
    return {
      title: `Cancel nonce ${found.nonce ?? 'of a transaction without one'} on ${found.network}`,
      effect: `A worker signs an empty transaction of the key to itself at nonce ${found.nonce} and sends it, for ${costText(feeCapOf(input, found), emptyGas, found)}. Either that one is mined or transaction ${input.transaction_id} (${found.kind.replaceAll('_', ' ')}) is, never both. If the empty one is, transaction ${input.transaction_id} ends as lost once that is final. ${afterwards} If transaction ${input.transaction_id} is mined after all, it counts, and this is taken back.`,
      guard: replacementGuard,
      refusal: refuseOffer(input, found),
    }
  },
  run: ({ ctx, tx, input }) => askReplacement({ ctx, tx, input, wish: 'cancel' }),
})
