import { openSignedRequests, type SignedRequest } from './signed-request.ts'

/** An order of a bounty that was signed. */
export type SignedOrder = SignedRequest

/** The order that was signed in this browser and is not answered yet. */
export const signedOrders = openSignedRequests('cairn.order')
