'use client'
import { useSyncExternalStore } from 'react'
import { type SignedOrder, signedOrders } from '#lib/client/signed-order'

/** The order that was signed in this browser and is not answered yet. */
export function useSignedOrder(): SignedOrder | undefined {
  return useSyncExternalStore(signedOrders.watch, signedOrders.read, () => undefined)
}
