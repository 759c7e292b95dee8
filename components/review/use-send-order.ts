'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { keepBountyKey } from '#lib/client/bounty-keys'
import { forgetSignedOrder, type SignedOrder, sendSignedOrder } from '#lib/client/post-bounty'

/** Sends a signed order, keeps the key that comes back, and goes to the bounty. */
export function useSendOrder() {
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const [waiting, setWaiting] = useState('')
  const [problem, setProblem] = useState('')
  const send = async (order: SignedOrder): Promise<void> => {
    setIsBusy(true)
    setProblem('')
    try {
      const bounty = await sendSignedOrder(order, setWaiting)
      const { bounty_id, agent_token, title, amount_usdc, network } = bounty
      // Kept before anything else may go wrong: it exists nowhere else.
      keepBountyKey({
        bounty_id,
        agent_token,
        title,
        amount_usdc,
        network,
        kept_at: new Date().toISOString(),
      })
      forgetSignedOrder()
      router.push(`/bounties/${bounty_id}`)
    } catch (error) {
      setProblem((error as Error).message)
      setIsBusy(false)
    } finally {
      setWaiting('')
    }
  }
  return { send, isBusy, waiting, problem }
}
