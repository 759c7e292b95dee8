'use client'
import { useSyncExternalStore } from 'react'
import { readSignedOrder, type SignedOrder, watchSignedOrder } from '#lib/client/signed-order'

/** The order that was signed in this browser and not answered yet. */
export function useSignedOrder(): SignedOrder | undefined {
  return useSyncExternalStore(watchSignedOrder, readSignedOrder, () => undefined)
}
