// Console: the request log, and the search for any id.

import { operations } from '#lib/operations/catalog'
import { defineOperation, inputFrom, labelOf } from '#lib/operations/define-operation'
import { findQuery, foundAnythingSchema } from '#lib/schemas/operator-find'
import {
  operatorRequestDetailSchema,
  operatorRequestPageSchema,
  requestParams,
  requestsQuery,
} from '#lib/schemas/operator-request'
import { parseInput } from '#lib/schemas/parse'
import { findAnything as runFindAnything } from '#lib/services/operator/find/find-anything'
import { getRequest as runGetRequest } from '#lib/services/requests/get-request'
import { listRequests as runListRequests } from '#lib/services/requests/list-requests'

const operationNames = Object.fromEntries(operations.map((one) => [one.name, labelOf(one)]))

const findAnything = defineOperation({
  name: 'findAnything',
  method: 'GET',
  path: '/api/operator/find',
  credential: 'operator',
  summary: 'Find what an id is',
  description:
    'Any id of a request, bounty, payment, transaction, submission, upload or file, or a wallet, also shortened to its first digits. Places that could not be searched are listed separately.',
  ...inputFrom('query', findQuery),
  output: foundAnythingSchema,
  run: ({ ctx, input }) => runFindAnything({ ctx, input, operationNames }),
})

const listRequests = defineOperation({
  name: 'listRequests',
  method: 'GET',
  path: '/api/operator/requests',
  credential: 'operator',
  summary: 'List requests',
  description:
    'Refused requests, requests that pay or change something, and those of key holders and operators, newest first. Successful free reads are not logged.',
  ...inputFrom('query', requestsQuery),
  output: operatorRequestPageSchema,
  run: ({ ctx, input }) => runListRequests({ ctx, input }),
})

const getRequest = defineOperation({
  name: 'getRequest',
  method: 'GET',
  path: '/api/operator/requests/{request_id}',
  credential: 'operator',
  summary: 'Look up one request by its id',
  description: 'The request and its answer; or, if the log has no such id, the possible reasons.',
  request: { params: requestParams },
  output: operatorRequestDetailSchema,
  parse: ({ params }) => ({ requestId: parseInput(requestParams, params).request_id }),
  run: ({ ctx, input }) => runGetRequest({ ctx, input }),
})

export const requests = [findAnything, listRequests, getRequest]
