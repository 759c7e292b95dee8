import { defineOperation } from '#lib/operations/define-operation'
import { boardBountySchema, boardParams } from '#lib/schemas/board'
import { parseInput } from '#lib/schemas/parse'
import { describeBoardEntry } from '#lib/services/bounties/describe-board-entry'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'

const maxAgeSeconds = 5

export const getBoardBounty = defineOperation({
  name: 'getBoardBounty',
  method: 'GET',
  path: '/api/board/bounties/{bounty_id}',
  summary: 'Get a bounty of the board',
  description: 'A bounty that was posted, as the public board shows it, whatever became of it.',
  request: { params: boardParams },
  limit: 'light',
  output: boardBountySchema,
  errors: ['not_found'],
  parse: ({ params }) => parseInput(boardParams, params),
  run: async ({ ctx, input }) => {
    const entry = await getBoardEntry({ ctx, input: { bountyId: input.bounty_id } })
    return describeBoardEntry({ env: ctx.env, entry })
  },
  freshness: () => ({ maxAgeSeconds }),
})
