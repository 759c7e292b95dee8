'use client'
import { useEffect, useState } from 'react'
import { readSignedOrder, type SignedOrder } from '#lib/client/post-bounty'
import { useSendOrder } from './use-send-order.ts'

/** An order that was signed here and whose answer never came: it may have been paid, so it is sent on, never signed anew. */
export function UnansweredOrder() {
  const [order, setOrder] = useState<SignedOrder>()
  const sending = useSendOrder()
  useEffect(() => setOrder(readSignedOrder()), [])
  if (!order) return null
  return (
    <section aria-label="An order without an answer" className="rounded-lg border border-wait p-5">
      <h2 className="text-lg">“{order.title}” was paid for, perhaps</h2>
      <p className="mt-2 max-w-[60ch] text-soft">
        You signed {order.amount_usdc}.00 USDC for it, and the answer never came here. Sending the same order
        again is safe: it is charged once at most.
      </p>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {sending.waiting}
      </p>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {sending.problem}
      </p>
      <button
        type="button"
        className="button button-main mt-4"
        disabled={sending.isBusy}
        onClick={() => sending.send(order)}
      >
        {sending.isBusy ? 'Sending…' : 'Send the same order again'}
      </button>
    </section>
  )
}
