// Operations of the token that opens a bounty: its recovery by the wallet that paid.

import { fieldError } from '#lib/domain/errors'
import { defineOperation } from '#lib/operations/define-operation'
import { agentToken, bountyId } from '#lib/operations/examples/bounty'
import { bountyParams } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import {
  recoveredTokenSchema,
  recoverTokenHeaders,
  tokenChallengeSchema,
  walletProofHeader,
} from '#lib/schemas/token-recovery'
import { recoverToken as runRecoverToken } from '#lib/services/bounties/recover-token'
import { issueChallenge } from '#lib/services/bounties/token-challenge'
import { parseWalletProof } from '#lib/services/payments/parse-wallet-proof'

const getTokenChallenge = defineOperation({
  name: 'getTokenChallenge',
  method: 'GET',
  path: '/api/v1/bounties/{id}/token',
  summary: 'Get the message that recovers a lost token',
  description:
    'The message that the wallet that paid for a bounty signs to get a new `agent_token`, in the form of the x402 extension `sign-in-with-x`. It is valid for five minutes and one recovery. It is returned for any id, also of a bounty that does not exist.',
  request: { params: bountyParams },
  limit: 'signIn',
  output: tokenChallengeSchema,
  example: {
    params: { id: bountyId },
    output: {
      info: {
        domain: 'cairn.example',
        uri: `https://cairn.example/api/v1/bounties/${bountyId}/token`,
        statement: `I paid for the bounty ${bountyId} and ask for a new key to it. The old key stops working. This moves no money.`,
        version: '1',
        nonce: '6f1d0c2b9a8e4f7d8c3b2a1908f7e6d5',
        issuedAt: '2026-11-21T08:00:00.000Z',
        expirationTime: '2026-11-21T08:05:00.000Z',
      },
      supportedChains: [{ chainId: 'eip155:8453', type: 'eip191' }],
    },
  },
  parse: ({ params }) => ({ bountyId: parseInput(bountyParams, params).id }),
  run: async ({ ctx, input }) => issueChallenge({ ctx, input }),
})

const recoverToken = defineOperation({
  name: 'recoverToken',
  method: 'POST',
  path: '/api/v1/bounties/{id}/token',
  summary: 'Recover a lost token',
  description:
    'Gives a new `agent_token` to the wallet that paid for a bounty. All earlier tokens stop working, also the one that the paid request is answered with when it is repeated. Sign the message of `getTokenChallenge` with that wallet, on the network it paid on, and send it as `SIGN-IN-WITH-X`. At most five times a day for a bounty.',
  request: { params: bountyParams, headers: recoverTokenHeaders },
  limit: 'signIn',
  output: recoveredTokenSchema,
  errors: ['unauthorized', 'unavailable'],
  example: {
    params: { id: bountyId },
    output: {
      bounty_id: bountyId,
      agent_token: agentToken,
      recovered_at: '2026-11-21T08:01:00Z',
    },
  },
  parse: ({ params, headers }) => {
    const proof = parseWalletProof(parseInput(recoverTokenHeaders, headers)[walletProofHeader])
    if (proof === 'malformed')
      throw fieldError(walletProofHeader, 'must be base64 of JSON with `issuedAt` and `signature`')
    return { bountyId: parseInput(bountyParams, params).id, proof }
  },
  run: runRecoverToken,
})

export const bountyTokens = [getTokenChallenge, recoverToken]
