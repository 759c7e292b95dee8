/** The states of a payment, as operators read them. */
export const paymentStateTexts = {
  claimed: 'Being answered',
  settling: 'Not known yet',
  settled: 'Settled',
  failed: 'Failed',
  void: 'Void',
} as const

/** What became of the money of a bounty after it came in. */
export const movedTexts = { payer: 'refunded', escrow: 'escrowed', contributor: 'paid out' } as const

/** The state of a payment in a few words, with what became of its money. */
export function paymentStateText(payment: {
  state: keyof typeof paymentStateTexts
  isWatched: boolean
  movedTo: keyof typeof movedTexts | undefined
}): string {
  const { state, isWatched, movedTo } = payment
  if (state === 'settled' && movedTo) return `Settled, then ${movedTexts[movedTo]}`
  return state === 'failed' && isWatched ? 'Failed, still watched' : paymentStateTexts[state]
}
