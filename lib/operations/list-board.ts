import { defineOperation } from '#lib/operations/define-operation'
import { type BoardPage, boardPageSchema, boardQuery } from '#lib/schemas/board'
import { parseInput } from '#lib/schemas/parse'
import { describeBoardEntry } from '#lib/services/bounties/describe-board-entry'
import { listBoard as run } from '#lib/services/bounties/list-board'

const maxAgeSeconds = 5

export const listBoard = defineOperation({
  name: 'listBoard',
  method: 'GET',
  path: '/api/board/bounties',
  summary: 'List the open bounties',
  description:
    'Every bounty one can still submit to, with what its poster did with earlier ones. Pages follow one another by cursor.',
  request: { query: boardQuery },
  output: boardPageSchema,
  errors: [],
  parse: ({ query }) => {
    const { sort, cursor, network, limit, min_amount_usdc } = parseInput(boardQuery, query)
    return { sort: sort ?? cursor?.sort ?? 'newest', limit, cursor, network, minAmountUsdc: min_amount_usdc }
  },
  run: async ({ ctx, input }): Promise<BoardPage> => {
    const { entries, nextCursor } = await run({ ctx, input })
    return {
      bounties: entries.map((entry) => describeBoardEntry({ env: ctx.env, entry })),
      next_cursor: nextCursor,
    }
  },
  freshness: () => ({ maxAgeSeconds }),
})
