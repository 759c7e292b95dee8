// Operations of the public board: open bounties, and towns to search near.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { bountyId, exampleOrder, posted } from '#lib/operations/examples/bounty'
import {
  type BoardPage,
  type BoardQuery,
  boardBountySchema,
  boardPageSchema,
  boardParams,
  boardQuery,
} from '#lib/schemas/board'
import { parseInput } from '#lib/schemas/parse'
import {
  type PlaceNames,
  type Places,
  placeNamesQuery,
  placeNamesSchema,
  placesQuery,
  placesSchema,
} from '#lib/schemas/places'
import { describeBoardEntry } from '#lib/services/bounties/describe-board-entry'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { type ListBoardInput, listBoard as runListBoard } from '#lib/services/bounties/list-board'
import { findPlaces as runFindPlaces } from '#lib/services/places/find-places'
import { nameCell } from '#lib/services/places/name-cell'

const exampleEntry = {
  bounty_id: bountyId,
  status: 'open',
  title: exampleOrder.title,
  brief: exampleOrder.brief,
  amount_usdc: exampleOrder.amount_usdc,
  network: posted.network,
  deadline: posted.deadline,
  onchain_id: posted.onchain_id,
  board_url: posted.board_url,
  geohash: 'u281z5',
  hidden: null,
  poster: { accepted: 4, cancelled: 1, expired_with_submissions: 0 },
}

const boardMaxAgeSeconds = 5

export const listBoard = defineOperation({
  name: 'listBoard',
  method: 'GET',
  path: '/api/board/bounties',
  summary: 'List the open bounties',
  description:
    'Every bounty that still accepts submissions, with how its poster treated earlier ones. Order: newest first, ending soonest, or nearest to a place. `next_cursor` leads to the next page.',
  request: { query: boardQuery },
  limit: 'light',
  output: boardPageSchema,
  example: { query: { limit: '20' }, output: { bounties: [exampleEntry], next_cursor: null } },
  parse: ({ query }) => readBoardQuery(parseInput(boardQuery, query)),
  run: async ({ ctx, input }): Promise<BoardPage> => {
    const { entries, nextCursor } = await runListBoard({ ctx, input })
    return {
      bounties: entries.map((entry) => describeBoardEntry({ env: ctx.env, entry })),
      next_cursor: nextCursor,
    }
  },
  freshness: () => ({ maxAgeSeconds: boardMaxAgeSeconds }),
})

function readBoardQuery(query: BoardQuery): ListBoardInput {
  const { limit, cursor, network, min_amount_usdc, ends_within_days, has_place } = query
  const near = query.near ?? cursor?.near
  const sort = query.sort ?? cursor?.sort ?? (near === undefined ? 'newest' : 'nearest')
  return {
    sort,
    near,
    limit,
    cursor,
    network,
    minAmountUsdc: min_amount_usdc,
    endsWithinDays: ends_within_days,
    hasPlace: has_place,
  }
}

export const getBoardBounty = defineOperation({
  name: 'getBoardBounty',
  method: 'GET',
  path: '/api/board/bounties/{bounty_id}',
  summary: 'Get a bounty of the board',
  description: 'A posted bounty as the public board shows it, in any state.',
  ...inputFrom('params', boardParams),
  limit: 'light',
  output: boardBountySchema,
  errors: ['not_found'],
  example: { params: { bounty_id: bountyId }, output: exampleEntry },
  run: async ({ ctx, input }) => {
    const entry = await getBoardEntry({ ctx, input: { bountyId: input.bounty_id } })
    return describeBoardEntry({ env: ctx.env, entry })
  },
  freshness: () => ({ maxAgeSeconds: boardMaxAgeSeconds }),
})

const placesMaxAgeSeconds = 86_400

const findPlaces = defineOperation({
  name: 'findPlaces',
  method: 'GET',
  path: '/api/places',
  summary: 'Find a place by its name',
  description:
    'Towns with at least a thousand people and, where the service has a street map of a city, its streets, squares and sights (no lodging), each with its centre. Data of GeoNames (CC BY 4.0) and OpenStreetMap contributors (ODbL).',
  ...inputFrom('query', placesQuery),
  output: placesSchema,
  example: {
    query: { q: 'paris' },
    output: {
      places: [
        {
          name: 'Paris',
          country: 'FR',
          geohash: 'u09tv',
          centre: 'u09tvm',
          latitude: 48.85341,
          longitude: 2.3488,
          population: 2_138_551,
        },
      ],
    },
  },
  run: ({ ctx, input }): Promise<Places> => runFindPlaces({ ctx, input }),
  freshness: () => ({ maxAgeSeconds: placesMaxAgeSeconds }),
})

const namePlaces = defineOperation({
  name: 'namePlaces',
  method: 'GET',
  path: '/api/places/names',
  summary: 'Name cells',
  description:
    'The names of up to 50 cells for people, after a quarter, a well-known sight in the cell, or a town: `Oltrarno, Florence`, `Around Galleria degli Uffizi, Florence` or `Near Lund, Sweden`; a cell of three or four characters after the two largest towns in it: `Area with Florence and Prato, Italy`. Data of OpenStreetMap contributors (ODbL) and GeoNames (CC BY 4.0).',
  request: { query: placeNamesQuery },
  limit: 'light',
  output: placeNamesSchema,
  example: {
    query: { cells: 'srb0b,u33dc0' },
    output: {
      names: [
        { geohash: 'srb0b', name: 'Florence, Italy' },
        { geohash: 'u33dc0', name: 'Central Berlin' },
      ],
    },
  },
  parse: ({ query }) => parseInput(placeNamesQuery, query).cells.toLowerCase().split(','),
  run: async ({ ctx, input }): Promise<PlaceNames> => ({
    names: await Promise.all(
      input.map(async (geohash) => ({ geohash, name: (await nameCell({ ctx, input: { geohash } }))! })),
    ),
  }),
  freshness: () => ({ maxAgeSeconds: placesMaxAgeSeconds }),
})

export const board = [listBoard, getBoardBounty, findPlaces, namePlaces]
