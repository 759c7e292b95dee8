type Words = {
  /** Its purpose. */
  purpose: string
  /** What happens if it can never take effect. */
  afterwards: string
}

const again = 'A worker asks for it again: at first after about a minute, later less and less often.'

const words: Readonly<Record<string, Words>> = {
  settle: {
    purpose: 'Settles the payments of callers: each authorization in it moves USDC from a payer to us.',
    afterwards:
      'Nobody was charged by it. If a caller sends the same payment again before its authorization expires, it is settled then. Otherwise the payment fails without a charge.',
  },
  bounty_post: {
    purpose: 'Posts a bounty: its money goes from the treasury into the escrow.',
    afterwards: `${again} After three refusals its money goes back to its payer.`,
  },
  bounty_release: {
    purpose: 'Pays a contributor: the money of an accepted bounty goes from the escrow to them.',
    afterwards: again,
  },
  bounty_pay: {
    purpose: 'Pays a contributor whose release had to wait for the escrow to have room in its daily limit.',
    afterwards: again,
  },
  bounty_cancel: {
    purpose: 'Cancels a bounty: its money goes from the escrow back to its payer.',
    afterwards: again,
  },
  bounty_refund: {
    purpose: 'Refunds an expired bounty: its money goes from the escrow back to its payer.',
    afterwards: again,
  },
  bounty_payback: {
    purpose: 'Pays back a bounty that was never posted: its money goes from the treasury to its payer.',
    afterwards: `${again} The token accepts its authorization only once.`,
  },
  approve_escrow: {
    purpose: 'Allows the escrow to take the money of bounties from the treasury when they are posted.',
    afterwards: `${again} Bounties wait for it.`,
  },
  revoke_allowance: {
    purpose: 'Revokes the allowance of the escrow when no bounty waits to be posted.',
    afterwards: 'A worker asks for it again.',
  },
  attest: {
    purpose: 'Attests the root of a tree of captures.',
    afterwards: `${again} What is in the tree is published when one is final.`,
  },
  register_schema: {
    purpose: 'Registers the schema of our attestations, once for each chain.',
    afterwards: `${again} No tree is built before.`,
  },
  return_inflow: {
    purpose: 'Sends money that no payment explains back to its sender.',
    afterwards: `${again} The token accepts its authorization only once.`,
  },
}

const unknown: Words = {
  purpose: 'This version of the console does not know its kind.',
  afterwards: 'Its owner decides by its own rules whether to ask for it again.',
}

/** The purpose of a kind of transaction, in plain ASCII sentences, because a wallet may show them. */
export function chainTxWords(kind: string): Words {
  return words[kind] ?? unknown
}
