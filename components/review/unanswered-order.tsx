'use client'
import { useCallback, useEffect, useState } from 'react'
import type { SignedOrder } from '#lib/client/signed-order'
import { readableUsdc } from '#lib/domain/money/money'
import { useSendOrder } from './use-send-order.ts'
import { useSignedOrder } from './use-signed-order.ts'

/** An order that was signed here and never answered. It may have been paid, so the same signature is sent again and no new one is made. */
export function UnansweredOrder({ takesFocus = false }: { takesFocus?: boolean }) {
  const kept = useSignedOrder()
  const sending = useSendOrder()
  // Kept in state, so that the outcome stays visible after the order is removed from storage.
  const [order, setOrder] = useState<SignedOrder>()
  useEffect(() => {
    if (kept) setOrder(kept)
  }, [kept])
  /** Scrolls from the end of a long form to this notice. */
  const arrive = useCallback(
    (section: HTMLElement | null) => {
      if (takesFocus) section?.focus()
    },
    [takesFocus],
  )
  if (!order || (!kept && !sending.isBusy && sending.problem === '')) return null
  return (
    <section
      ref={arrive}
      id="unanswered-order"
      tabIndex={-1}
      aria-label="An order without an answer"
      className="max-w-[44rem] rounded-lg border border-wait bg-raised p-5 sm:p-6"
    >
      <h2 className="text-lg [overflow-wrap:anywhere]">
        {kept || sending.isBusy ? 'This order has no answer yet' : 'This order was not paid'}
      </h2>
      <p className="mt-1 font-semibold [overflow-wrap:anywhere]">
        {order.title} · {readableUsdc(BigInt(order.amount_atomic))} USDC
      </p>
      {kept && (
        <p className="mt-2 max-w-[60ch] text-sm text-soft">
          You signed it, but this browser received no answer, so the payment may or may not have gone through.
          Send the same order again; it is charged at most once. If you do not, money that moved comes back
          after the deadline.
        </p>
      )}
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {sending.waiting}
      </p>
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {sending.problem}
      </p>
      {kept && (
        <button
          type="button"
          className="button button-main mt-4"
          disabled={sending.isBusy}
          onClick={() => sending.send(kept)}
        >
          {sending.isBusy ? 'Sending…' : 'Send the same order again'}
        </button>
      )}
    </section>
  )
}
