/** One step of a payment: who acts, and what it is in a word, a line and a sentence. */
export type PaymentStep = {
  from: 'you' | 'you-alone' | 'cairn' | 'cairn-to-chain'
  title: string
  short: string
  text: string
}
