import { openSignedRequests, type SignedRequest } from './signed-request.ts'

/** An order of a bounty that was signed. */
export type SignedOrder = SignedRequest

/** The order that was signed here and not answered yet. */
export const signedOrders = openSignedRequests('cairn.order')
