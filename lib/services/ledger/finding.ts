import { formatUsdc } from '#lib/domain/money'

/** Something the audit found. */
export type Finding = {
  code: FindingCode
  /** violation: an invariant of the money is broken. notice: worth knowing, and nobody's money is wrong. */
  severity: 'violation' | 'notice'
  /** CAIP-2; `null` when it is of no network. */
  network: string | null
  /** For people: what is wrong. */
  message: string
  /** How many; `ids` names the first of them. */
  count: number
  ids: string[]
}

type Kind = {
  severity?: 'notice'
  /** `usdc` without a sign; `amiss` says of it whether it is too much or too little. */
  says: (found: { count: number; usdc: string; amiss: string }) => string
}

/** What can be found, and how it is said. */
const kinds = {
  escrow_difference: {
    says: ({ amiss }) => `The escrow holds ${amiss} for its open bounties and what was sent to it by itself.`,
  },
  escrow_total_open: {
    says: ({ amiss }) =>
      `The escrow says that it owes ${amiss} for what its own log of bounties leaves open.`,
  },
  escrow_surplus: {
    severity: 'notice',
    says: ({ usdc }) => `${usdc} USDC were sent to the escrow by themselves; its owner can sweep them.`,
  },
  treasury_difference: {
    says: ({ amiss }) => `The treasury kept ${amiss} of what is on its way to the escrow or back.`,
  },
  treasury_short: {
    says: ({ usdc }) =>
      `The treasury has ${usdc} USDC less than is on its way, and no transfer shows it: fees were paid from it, or it was sent natively.`,
  },
  inflow_without_payment: {
    says: ({ count, usdc }) =>
      `${usdc} USDC came into the treasury in ${count} transfers that no payment for a bounty explains. Send them back to their senders in the console.`,
  },
  outflow_without_bounty: {
    says: ({ count, usdc }) =>
      `${usdc} USDC left the treasury in ${count} transfers that belong to no bounty. Unless you sent them, its key is stolen.`,
  },
  post_without_bounty: {
    says: ({ count, usdc }) =>
      `${usdc} USDC were posted from the treasury in ${count} bounties that are not in the database as they were posted.`,
  },
  payment_without_inflow: {
    says: ({ count, usdc }) =>
      `${count} payments of ${usdc} USDC in all are marked settled, and the chain has no such transfer.`,
  },
  payment_not_noted: {
    says: ({ count, usdc }) =>
      `${count} payments of ${usdc} USDC in all reached the treasury and are not marked settled: their payers have no bounty.`,
  },
  payment_undecided: {
    says: ({ count }) =>
      `Of ${count} payments it has not been known for more than ten minutes whether they were made.`,
  },
  payment_noted_elsewhere: {
    severity: 'notice',
    says: ({ count }) =>
      `${count} payments are marked settled by another transaction than the one that moved the money for good.`,
  },
  payment_without_bounty: { says: ({ count }) => `${count} settled payments for a bounty have none.` },
  moved_twice: {
    says: ({ count, usdc }) => `${count} bounties left the treasury more than once, ${usdc} USDC in all.`,
  },
  ended_twice: { says: ({ count }) => `${count} bounties ended more than once in the contract.` },
  ended_without_post: {
    says: ({ count }) =>
      `${count} bounties ended in the contract and were never posted: the books begin too late.`,
  },
  ended_otherwise: {
    says: ({ count }) =>
      `${count} bounties ended otherwise, or by another transaction, on the chain than in the database.`,
  },
  end_not_on_chain: { says: ({ count }) => `${count} bounties have ended, and not on the chain.` },
  end_not_noted: {
    says: ({ count }) => `${count} bounties have ended on the chain, and minutes later not in the database.`,
  },
  post_not_on_chain: {
    says: ({ count }) => `${count} bounties are shown as posted, and are not in the contract.`,
  },
  numbered_otherwise: {
    says: ({ count }) => `${count} bounties have another number or posting transaction in the contract.`,
  },
  done_without_log: {
    says: ({ count }) =>
      `${count} transactions of bounties are final in the database and moved no money on the chain.`,
  },
  bounty_differs_from_payment: {
    says: ({ count }) =>
      `${count} bounties are not what was paid for: payer, amount, network or terms differ.`,
  },
  bounty_without_token: { says: ({ count }) => `${count} bounties have no token: nobody can open them.` },
  bounty_of_other_payment: {
    says: ({ count }) =>
      `${count} bounties have a reference that does not follow from their payment: a retry could post them twice.`,
  },
  bounty_differs_from_log: {
    says: ({ count }) =>
      `${count} bounties are in a state that their log does not end with, or were changed after their end.`,
  },
  bounty_stuck: {
    says: ({ count }) =>
      `${count} bounties have been on their way between two states for more than ten minutes.`,
  },
  expiry_late: {
    says: ({ count }) =>
      `${count} bounties are still open more than ten minutes after their deadline: nothing runs the expiry.`,
  },
  return_not_on_chain: {
    says: ({ count, usdc }) =>
      `${count} inflows of ${usdc} USDC in all are marked as sent back, and the chain has no such transfer of the treasury.`,
  },
  return_late: {
    says: ({ count }) =>
      `${count} inflows were to be sent back more than ten minutes ago, and are not: the console says what hinders them.`,
  },
  nonce_gap: {
    says: ({ count }) =>
      `${count} keys have used nonces that no transaction in the database has: used elsewhere, or lost.`,
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
  return { code, severity: severity ?? 'violation', network, message, count, ids: ids.slice(0, maxIds) }
}
