'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { placeOrder } from '#lib/client/post-bounty'
import type { SignedOrder } from '#lib/client/signed-order'

/** Sends a signed order until it is answered, and opens the bounty. */
export function useSendOrder() {
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const [waiting, setWaiting] = useState('')
  const [problem, setProblem] = useState('')
  const send = async (order: SignedOrder): Promise<void> => {
    setIsBusy(true)
    setProblem('')
    setWaiting('Paying, and putting it into escrow…')
    try {
      const { bounty_id: id } = await placeOrder(order, setWaiting)
      router.push(`/bounties/${id}`)
    } catch (error) {
      setProblem((error as Error).message)
      setIsBusy(false)
    } finally {
      setWaiting('')
    }
  }
  return { send, isBusy, waiting, problem }
}
