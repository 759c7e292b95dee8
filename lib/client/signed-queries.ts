import { openSignedRequests } from './signed-request.ts'

export const queryPath = '/api/v1/spatial/query'

/** The query that was signed in this browser and has no answer yet. */
export const signedQueries = openSignedRequests('cairn.query')

export const noAnswerYet =
  'Cairn could not be reached, and whether you were charged is not known yet. Your query is stored in this browser; sent again, it is charged at most once.'
