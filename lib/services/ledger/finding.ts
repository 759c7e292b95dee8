import { formatUsdc } from '#lib/domain/money/money'
import { counted } from '#lib/domain/text/counted'

/** Something the audit found. */
export type Finding = {
  code: FindingCode
  /** violation: an invariant of the money is broken. notice: worth knowing; all money is accounted for. */
  severity: 'violation' | 'notice'
  /** CAIP-2; `null` when it is of no network. */
  network: string | null
  /** The violation or notice as text for people. */
  message: string
  /** The number of cases; `ids` names the first of them. */
  count: number
  /** The absolute amount of money concerned; `null` for a finding about something else. Older stored audits lack it. */
  usdc?: string | null
  ids: string[]
}

type Kind = {
  severity?: 'notice'
  /** `usdc` is unsigned; `amiss` says if it is too much or too little. */
  says: (found: { count: number; usdc: string; amiss: string }) => string
}

/** All kinds of findings, with their texts. */
const kinds = {
  escrow_difference: {
    says: ({ amiss }) => `The escrow holds ${amiss} for its open bounties and direct transfers to it.`,
  },
  escrow_total_open: {
    says: ({ amiss }) =>
      `The escrow says that it owes ${amiss} for what its own log of bounties leaves open.`,
  },
  escrow_surplus: {
    severity: 'notice',
    says: ({ usdc }) => `${usdc} USDC were sent directly to the escrow; its owner can sweep them.`,
  },
  treasury_difference: {
    says: ({ amiss }) => `The treasury kept ${amiss} of what is on its way to the escrow or back.`,
  },
  treasury_short: {
    says: ({ usdc }) =>
      `The treasury has ${usdc} USDC less than is on its way, and no transfer explains it: fees were paid from it, or it was sent natively.`,
  },
  inflow_without_payment: {
    says: ({ count, usdc }) =>
      `${usdc} USDC came into the treasury in ${counted(count, 'transfer', 'transfers')} that no payment for a bounty explains. Send it back to its sender, in the console.`,
  },
  revenue_without_payment: {
    says: ({ count, usdc }) =>
      `${usdc} USDC came to PAY_TO in ${counted(count, 'transfer', 'transfers')} by authorizations that this deployment does not know. The payer may still show the payment; otherwise send it back, in the console. If they are many, another deployment has the same PAY_TO.`,
  },
  outflow_without_bounty: {
    says: ({ count, usdc }) =>
      `${usdc} USDC left the treasury in ${counted(count, 'transfer', 'transfers')} of no bounty. Unless you sent it, its key is stolen.`,
  },
  post_without_bounty: {
    says: ({ count, usdc }) =>
      `${usdc} USDC were posted from the treasury in ${counted(count, 'bounty', 'bounties')} not in the database as posted.`,
  },
  payment_without_inflow: {
    says: ({ count, usdc }) =>
      `${counted(count, 'payment is', 'payments are')} marked settled (${usdc} USDC in all), and the chain has no such transfer.`,
  },
  payment_not_noted: {
    says: ({ count, usdc }) =>
      `${counted(count, 'payment', 'payments')} (${usdc} USDC in all) reached the treasury but are not marked as settled: the payers have no bounty.`,
  },
  payment_undecided: {
    says: ({ count }) =>
      `Of ${counted(count, 'payment', 'payments')} it has not been known for more than ten minutes whether it was made.`,
  },
  payment_noted_elsewhere: {
    severity: 'notice',
    says: ({ count }) =>
      `${counted(count, 'payment is', 'payments are')} marked settled by another transaction than the one that moved the money for good.`,
  },
  payment_without_bounty: {
    says: ({ count }) =>
      `${counted(count, 'payment is', 'payments are')} settled for a bounty and without one.`,
  },
  moved_twice: {
    says: ({ count, usdc }) =>
      `The money of ${counted(count, 'bounty', 'bounties')} left the treasury more than once, ${usdc} USDC in all.`,
  },
  ended_twice: {
    says: ({ count }) => `${counted(count, 'bounty', 'bounties')} ended more than once in the contract.`,
  },
  ended_without_post: {
    says: ({ count }) =>
      `${counted(count, 'bounty', 'bounties')} ended in the contract without ever being posted: the books begin too late.`,
  },
  ended_otherwise: {
    says: ({ count }) =>
      `${counted(count, 'bounty', 'bounties')} ended otherwise, or by another transaction, on the chain than in the database.`,
  },
  end_not_on_chain: {
    says: ({ count }) => `${counted(count, 'bounty has', 'bounties have')} ended, and not on the chain.`,
  },
  end_not_noted: {
    says: ({ count }) =>
      `${counted(count, 'bounty has', 'bounties have')} ended on the chain, and minutes later not in the database.`,
  },
  post_not_on_chain: {
    says: ({ count }) =>
      `${counted(count, 'bounty is', 'bounties are')} shown as posted, and not in the contract.`,
  },
  numbered_otherwise: {
    says: ({ count }) =>
      `${counted(count, 'bounty has', 'bounties have')} another number or posting transaction in the contract.`,
  },
  done_without_log: {
    says: ({ count }) =>
      `${counted(count, 'transaction is', 'transactions are')} final in the database and moved no money of a bounty on the chain.`,
  },
  bounty_differs_from_payment: {
    says: ({ count }) =>
      `${counted(count, 'bounty is', 'bounties are')} not what was paid for: payer, amount, network or terms differ.`,
  },
  bounty_without_token: {
    says: ({ count }) => `${counted(count, 'bounty has', 'bounties have')} no token: nobody can open it.`,
  },
  bounty_of_other_payment: {
    says: ({ count }) =>
      `${counted(count, 'bounty has', 'bounties have')} a reference that does not follow from the payment: a retry could post it twice.`,
  },
  bounty_differs_from_log: {
    says: ({ count }) =>
      `${counted(count, 'bounty is', 'bounties are')} in a state that its log does not end with, or changed after its end.`,
  },
  bounty_stuck: {
    says: ({ count }) =>
      `${counted(count, 'bounty has', 'bounties have')} been on the way between two states for more than ten minutes.`,
  },
  expiry_late: {
    says: ({ count }) =>
      `${counted(count, 'bounty is', 'bounties are')} still open more than ten minutes after the deadline: nothing runs the expiry.`,
  },
  return_not_on_chain: {
    says: ({ count, usdc }) =>
      `${counted(count, 'inflow is', 'inflows are')} marked as sent back (${usdc} USDC in all), and the chain has no such transfer of the treasury.`,
  },
  return_late: {
    says: ({ count }) =>
      `${counted(count, 'inflow was', 'inflows were')} to be sent back more than ten minutes ago, and nothing came of it: the console says why.`,
  },
  nonce_gap: {
    says: ({ count }) =>
      `${counted(count, 'key has', 'keys have')} used nonces that no transaction in the database has: the keys were used elsewhere, or rows are missing.`,
  },
} satisfies Record<string, Kind>

export type FindingCode = keyof typeof kinds

const maxIds = 20

/** @param found.amountAtomic the money it is about */
export function finding(
  code: FindingCode,
  network: string | null,
  found: { count?: number; amountAtomic?: bigint; ids?: string[] },
): Finding {
  const { severity, says }: Kind = kinds[code]
  const { ids = [], count = Math.max(1, ids.length), amountAtomic = 0n } = found
  const usdc = formatUsdc(amountAtomic < 0n ? -amountAtomic : amountAtomic)
  const message = says({ count, usdc, amiss: `${usdc} USDC too ${amountAtomic < 0n ? 'little' : 'much'}` })
  return {
    code,
    severity: severity ?? 'violation',
    network,
    message,
    count,
    ids: ids.slice(0, maxIds),
    usdc: amountAtomic === 0n ? null : usdc,
  }
}
