/** A step of a payment: who acts, and texts of three lengths. */
export type PaymentStep = {
  from: 'you' | 'you-alone' | 'cairn' | 'cairn-to-chain'
  title: string
  short: string
  text: string
}
