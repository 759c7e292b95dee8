/** A deliberate fault that the harness must notice: source text that is replaced while a file is loaded. */
export type Mutant = {
  name: string
  changes: { file: string; find: string; put: string }[]
  /** Where a kill shows it; otherwise the chaos does. */
  at?: { point: RegExp; stranger?: boolean }
}

export const mutants: readonly Mutant[] = [
  {
    // A kill in between leaves a transaction on the chain that no row knows.
    name: 'sends before it commits',
    at: { point: /^worker, post: before sql commit: update chain_account/ },
    changes: [
      {
        file: 'lib/adapters/chain/outbox-queued.ts',
        find: `    await signAttempt({ tx, txId: queued.txId, signer, intent, nonce, gasLimit, fees })
`,
        put: `    const early = await signAttempt({ tx, txId: queued.txId, signer, intent, nonce, gasLimit, fees })
    await chain.sender.sendRawTransaction({ serializedTransaction: early.raw })
`,
      },
    ],
  },
  {
    // A call that was signed, and maybe sent, is signed again with another nonce.
    name: 'takes a new nonce when it tries again',
    at: { point: /^worker, post: after rpc eth_sendRawTransaction$/ },
    changes: [
      {
        file: 'lib/adapters/chain/outbox-queued.ts',
        find: `.where(and(inQueue(queue), stateIs('queued')))`,
        put: `.where(and(inQueue(queue), stateIs('queued', 'sent')))`,
      },
      {
        file: 'lib/adapters/chain/outbox-queued.ts',
        find: `.where(and(eq(chainTx.id, queued.txId), eq(chainTx.state, 'queued')))
      .for(`,
        put: `.where(eq(chainTx.id, queued.txId))
      .for(`,
      },
    ],
  },
  {
    // The money came by a stranger's hand, and the payer is told to pay again.
    name: 'knows only its own settlements',
    at: { point: /^web, post: before rpc eth_sendRaw/, stranger: true },
    changes: [
      {
        file: 'lib/adapters/facilitator/authorization.ts',
        find: `  const { chain, expected, notBefore } = args
`,
        put: `  const { chain, expected, notBefore } = args
  if (expected.payTo !== undefined) return undefined
`,
      },
    ],
  },
  {
    // The post may still be mined: then the treasury pays twice.
    name: 'pays back while the post is only sent',
    changes: [
      {
        file: 'lib/domain/bounty/bounty-progress.ts',
        find: `return !asked || endedWithoutEffect(asked.state)`,
        put: `return !asked || asked.state === 'sent' || endedWithoutEffect(asked.state)`,
      },
      { file: 'lib/domain/bounty/bounty-progress.ts', find: 'maxPostTries = 3', put: 'maxPostTries = 1' },
    ],
  },
  {
    name: 'creates a new token for each answer',
    at: { point: /^web, post: after sql commit: update payment/ },
    changes: [
      {
        file: 'lib/services/bounties/identity.ts',
        find: `authenticate(secretKey, 'cairn agent token', key)`,
        put: `authenticate(String(Math.random()), 'cairn agent token', key)`,
      },
    ],
  },
  {
    // A node without the receipt yet is taken for the end of a transaction that was mined.
    name: 'believes a node that has no receipt',
    changes: [
      {
        file: 'lib/domain/chain/next-transaction-step.ts',
        find: `    if (nonceUsedBlock === null) return { do: 'noteNonceUsed' }
    return nonceUsedBlock + lostAfterBlocks <= finalBlock ? nextForUsedNonce(facts) : { do: 'wait' }
`,
        put: `    return { do: 'recordLost', because: 'nonceUsed' }
`,
      },
    ],
  },
]
