'use client'
import Link from 'next/link'
import { type FormEvent, useId, useState } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { Hash } from '#components/ui/hash'
import { formatUsdc } from '#lib/domain/money'
import { draftOf, RequestFields, type TriedRequest } from './request-fields.tsx'
import { Answer } from './try-it.tsx'
import { type Tried, useTriedRequest } from './use-tried-request.ts'

type Props = {
  request: TriedRequest
  networks: readonly { id: string; name: string }[]
  /** Where it can be paid in the browser. */
  pay: { href: string; text: string }
}

/** Sends a paid request without a payment, and shows the price it is answered with. */
export function AskPrice({ request, networks, pay }: Props) {
  const [draft, setDraft] = useState(() => draftOf(request))
  const { state, send } = useTriedRequest(request)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(draft)
  }
  const answer = state.is === 'answered' ? state.answer : undefined
  const quote = answer && quoteOf(answer)
  return (
    <form
      onSubmit={submit}
      aria-labelledby={`${id}-title`}
      className="mt-6 grid gap-3 rounded-md border border-edge bg-raised p-4 sm:p-5 print:hidden"
    >
      <h3 id={`${id}-title`} className="text-lg">
        Ask the price
      </h3>
      <p className="text-sm text-soft">
        Sent from this page to this service, without a payment. Nothing is charged.{' '}
        <Link href={pay.href} prefetch={false} className="docs-link">
          {pay.text}
        </Link>
        .
      </p>
      <RequestFields draft={draft} onChange={setDraft} />
      <p>
        <button type="submit" className="button button-main" disabled={state.is === 'sending'}>
          {state.is === 'sending' ? 'Asking…' : 'Ask the price'}
        </button>
      </p>
      <p role="status" className="text-sm empty:hidden">
        {state.is === 'lost' && 'No answer: the service could not be reached. Nothing was charged.'}
        {quote && 'Answered 402. Pay one of these, whichever you like:'}
        {answer && !quote && `Answered ${answer.status}, without a price. Nothing was charged.`}
      </p>
      {quote && (
        <>
          <ul className="divide-y divide-line border-y border-line text-sm">
            {quote.accepts.map((offer) => (
              <li key={offer.network} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2.5">
                <strong className="font-semibold">
                  {formatUsdc(BigInt(offer.amount))} USDC on{' '}
                  {networks.find((network) => network.id === offer.network)?.name ?? offer.network}
                </strong>
                <span className="inline-flex items-center gap-2 text-soft">
                  to <Hash value={offer.payTo} label={`recipient on ${offer.network}`} isCompact />
                </span>
              </li>
            ))}
          </ul>
          <CodeBlock label="PAYMENT-REQUIRED, decoded" code={JSON.stringify(quote, null, 2)} />
        </>
      )}
      {answer && !quote && <Answer answer={answer} />}
    </form>
  )
}

type Quote = { accepts: { network: string; amount: string; payTo: string }[] }

function quoteOf({ status, headers }: Tried): Quote | undefined {
  const header = headers.find(([name]) => name === 'payment-required')?.[1]
  if (status !== 402 || header === undefined) return undefined
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(header), (one) => one.charCodeAt(0))))
}
