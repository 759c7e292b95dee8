import { defineOperation } from '#lib/operations/define-operation'
import { type BoardPage, type BoardQuery, boardPageSchema, boardQuery } from '#lib/schemas/board'
import { parseInput } from '#lib/schemas/parse'
import { describeBoardEntry } from '#lib/services/bounties/describe-board-entry'
import { type ListBoardInput, listBoard as run } from '#lib/services/bounties/list-board'

const maxAgeSeconds = 5

export const listBoard = defineOperation({
  name: 'listBoard',
  method: 'GET',
  path: '/api/board/bounties',
  summary: 'List the open bounties',
  description:
    'Every bounty one can still submit to, with what its poster did with earlier ones: newest first, what ends soonest, or what is nearest to a place. Pages follow one another by cursor.',
  request: { query: boardQuery },
  limit: 'light',
  output: boardPageSchema,
  errors: [],
  parse: ({ query }) => readBoardQuery(parseInput(boardQuery, query)),
  run: async ({ ctx, input }): Promise<BoardPage> => {
    const { entries, nextCursor } = await run({ ctx, input })
    return {
      bounties: entries.map((entry) => describeBoardEntry({ env: ctx.env, entry })),
      next_cursor: nextCursor,
    }
  },
  freshness: () => ({ maxAgeSeconds }),
})

function readBoardQuery(query: BoardQuery): ListBoardInput {
  const { limit, cursor, network, min_amount_usdc, ends_within_days, has_place } = query
  const near = query.near ?? cursor?.near
  const sort = query.sort ?? cursor?.sort ?? (near === undefined ? 'newest' : 'nearest')
  return {
    ...{ sort, near, limit, cursor, network },
    ...{ minAmountUsdc: min_amount_usdc, endsWithinDays: ends_within_days, hasPlace: has_place },
  }
}
