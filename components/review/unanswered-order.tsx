'use client'
import { useCallback, useEffect, useState } from 'react'
import type { SignedOrder } from '#lib/client/signed-order'
import { formatUsdc } from '#lib/domain/money'
import { useSendOrder } from './use-send-order.ts'
import { useSignedOrder } from './use-signed-order.ts'

/** An order that was signed here and whose answer never came: it may have been paid, so it is sent on, never signed anew. */
export function UnansweredOrder({ takesFocus = false }: { takesFocus?: boolean }) {
  const kept = useSignedOrder()
  const sending = useSendOrder()
  // Once it is refused it is kept no more, and what became of it is still to be read.
  const [order, setOrder] = useState<SignedOrder>()
  useEffect(() => {
    if (kept) setOrder(kept)
  }, [kept])
  /** Somebody at the end of a long form is taken to where it goes on. */
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
      tabIndex={-1}
      aria-label="An order without an answer"
      className="max-w-[44rem] rounded-lg border border-wait bg-raised p-5 sm:p-6"
    >
      <h2 className="text-lg [overflow-wrap:anywhere]">
        {kept || sending.isBusy ? 'This order has no answer yet' : 'This order was not paid'}
      </h2>
      <p className="mt-1 font-semibold [overflow-wrap:anywhere]">
        {order.title} · {formatUsdc(BigInt(order.amount_atomic))} USDC
      </p>
      {kept && (
        <p className="mt-2 max-w-[60ch] text-sm text-soft">
          You signed it, and the answer never came here: whether it was paid is not known yet. Send the same
          order again; it is charged once at most. Left as it is, money that did move comes back after the
          deadline.
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
