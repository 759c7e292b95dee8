import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review } from '#lib/schemas/review'

/** A line of a receipt. A value of the kind `id` is a wallet, a contract or a transaction, in full. */
export type ReceiptLine = {
  name: string
  value: string
  kind: 'text' | 'time' | 'id'
  /** An identifier, in small print after the value. */
  detail?: string
}

/** A receipt for the poster of a bounty. The heading says where the money is; the lines are in two sections, the bounty and its payments. */
type BountyReceipt = { heading: string; bounty: ReceiptLine[]; payments: ReceiptLine[] }

/**
 * The payments of a bounty, for its poster's accounts: everything of it is known to the page of the bounty.
 *
 * @param networkName as people call it, for example `Base`
 */
export function readBountyReceipt(bounty: Review, networkName: string): BountyReceipt {
  const contributor = bounty.submissions.find(({ accepted }) => accepted)?.contributor
  return {
    heading: headingOf(bounty),
    bounty: [
      text('Title', bounty.title),
      id('Bounty', bounty.bounty_id),
      text('Amount', `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`),
      { ...text('Network', networkName), detail: bounty.network },
      id('Paid by wallet', bounty.payer),
      id('Escrow contract', bounty.escrow),
      ...(bounty.accept_tx && contributor ? [id('Paid to the contributor’s wallet', contributor)] : []),
    ],
    payments: [
      time('Paid', bounty.paid_at),
      id('Transaction of the payment', bounty.payment_tx),
      ...(bounty.create_tx ? [time('In escrow', bounty.posted_at)] : []),
      id('Transaction into escrow', bounty.create_tx),
      ...(bounty.accept_tx ? [time('Film accepted and paid', bounty.ended_at)] : []),
      id('Transaction to the contributor', bounty.accept_tx),
      id('Transaction of the cancellation', bounty.cancel_tx),
      id('Transaction of the refund from escrow', bounty.refund_tx),
      ...(bounty.payout_tx ? [time('Refunded in full', bounty.ended_at)] : []),
      ...(repeats(bounty) ? [] : [id('Transaction of the refund to your wallet', bounty.payout_tx)]),
    ].filter(({ value }) => value !== ''),
  }
}

/** True if one transaction took the money out of the escrow and to the wallet that paid. */
function repeats({ payout_tx: payout, cancel_tx: cancel, refund_tx: refund }: Review): boolean {
  return payout !== null && (payout === cancel || payout === refund)
}

function headingOf({ status, amount_usdc: amount }: Review): string {
  const sum = `${readableUsdc(wholeUsdc(amount))} USDC`
  switch (status) {
    case 'accepted':
      return `${sum} paid for a film`
    case 'accepting':
      return `${sum} paid, on their way to the contributor`
    case 'cancelled':
      return `${sum} paid and refunded: cancelled`
    case 'expired_refunded':
      return `${sum} paid and refunded: the deadline passed`
    case 'failed':
      return `${sum} paid and refunded: the bounty could not be posted`
    case 'cancelling':
    case 'expired':
      return `${sum} paid, refund on its way`
    default:
      return `${sum} paid into escrow`
  }
}

const text = (name: string, value: string): ReceiptLine => ({ name, value, kind: 'text' })
const id = (name: string, value: string | null): ReceiptLine => ({ name, value: value ?? '', kind: 'id' })
/** @param value ISO 8601 */
const time = (name: string, value: string | null): ReceiptLine => ({ name, value: value ?? '', kind: 'time' })
