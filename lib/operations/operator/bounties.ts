// Console: all bounties, and one bounty in full.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  operatorBountiesQuery,
  operatorBountyDetailSchema,
  operatorBountyPageSchema,
  operatorBountyParams,
} from '#lib/schemas/operator-bounty'
import { parseInput } from '#lib/schemas/parse'
import { getOperatorBounty as runGetOperatorBounty } from '#lib/services/operator/bounties/get-operator-bounty'
import { listOperatorBounties as runListOperatorBounties } from '#lib/services/operator/bounties/list-operator-bounties'

const listOperatorBounties = defineOperation({
  name: 'listOperatorBounties',
  method: 'GET',
  path: '/api/operator/bounties',
  credential: 'operator',
  summary: 'List all bounties',
  description: 'In every state, with the place of the money, since when, and what blocks it.',
  ...inputFrom('query', operatorBountiesQuery),
  output: operatorBountyPageSchema,
  run: ({ ctx, input }) => runListOperatorBounties({ ctx, input }),
})

const getOperatorBounty = defineOperation({
  name: 'getOperatorBounty',
  method: 'GET',
  path: '/api/operator/bounties/{bounty_id}',
  credential: 'operator',
  summary: 'Get a bounty',
  description: 'Where its money is and how it got there, its transactions, its events, and what blocks it.',
  request: { params: operatorBountyParams },
  output: operatorBountyDetailSchema,
  errors: ['not_found'],
  parse: ({ params }) => ({ bountyId: parseInput(operatorBountyParams, params).bounty_id }),
  run: ({ ctx, input }) => runGetOperatorBounty({ ctx, input }),
})

export const operatorBounties = [listOperatorBounties, getOperatorBounty]
