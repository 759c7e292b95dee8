'use client'
import Link from 'next/link'
import { CodeBlock } from '#components/ui/code-block'
import { formatUsdc } from '#lib/domain/money/money'
import type { TriedRequest } from './request-fields.tsx'
import { RequestForm } from './request-form.tsx'
import { Answer } from './try-it.tsx'
import type { Tried, useTriedRequest } from './use-tried-request.ts'

type Props = {
  request: TriedRequest
  networks: readonly { id: string; name: string }[]
  /** The page on which it can be paid in the browser. */
  pay: { href: string; text: string }
}

/** Sends a paid request without a payment, and shows the quoted price. */
export function AskPrice({ request, networks, pay }: Props) {
  return (
    <RequestForm
      request={request}
      title="Ask the price"
      lead={
        <>
          Sent from this page to this service, without a payment. Nothing is charged.{' '}
          <Link href={pay.href} prefetch={false} className="docs-link">
            {pay.text}
          </Link>
          .
        </>
      }
      send="Ask the price"
      sending="Asking…"
      outcome={(state) => <Outcome state={state} networks={networks} />}
    />
  )
}

type OutcomeProps = Pick<Props, 'networks'> & { state: ReturnType<typeof useTriedRequest>['state'] }

function Outcome({ state, networks }: OutcomeProps) {
  const answer = state.is === 'answered' ? state.answer : undefined
  const quote = answer && quoteOf(answer)
  return (
    <>
      <p role="status" className="text-sm empty:hidden">
        {state.is === 'lost' && 'No answer: the service could not be reached. Nothing was charged.'}
        {quote && (
          <>
            Answered 402. You pay one of these by a signed authorization that you send with the request (
            <Link href="/docs/payment" prefetch={false} className="docs-link">
              how
            </Link>
            ). A plain transfer buys nothing.
          </>
        )}
        {quote?.buys && (
          <span className={`mt-2 block ${quote.would_be_empty ? 'text-wait' : ''}`}>
            It buys: {quote.buys}
          </span>
        )}
        {answer && !quote && `Answered ${answer.status}, without a price. Nothing was charged.`}
      </p>
      {quote && <Offers offered={quote.offered} networks={networks} />}
      {answer && !quote && <Answer answer={answer} />}
    </>
  )
}

function Offers({ offered, networks }: Pick<Props, 'networks'> & { offered: Offered }) {
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {offered.accepts.map((offer) => (
          <li key={offer.network} className="py-2.5 font-semibold">
            {formatUsdc(BigInt(offer.amount))} USDC on{' '}
            {networks.find((network) => network.id === offer.network)?.name ?? offer.network}
          </li>
        ))}
      </ul>
      <CodeBlock label="PAYMENT-REQUIRED, decoded" code={JSON.stringify(offered, null, 2)} />
    </>
  )
}

type Offered = { accepts: { network: string; amount: string }[] }
/** The offer of the header, which is shown as it came, and the members that only the body has. */
type Quote = { offered: Offered; buys?: string; would_be_empty?: true }

function quoteOf({ status, headers, body }: Tried): Quote | undefined {
  const header = headers.find(([name]) => name === 'payment-required')?.[1]
  if (status !== 402 || header === undefined) return undefined
  const offered = JSON.parse(
    new TextDecoder().decode(Uint8Array.from(atob(header), (one) => one.charCodeAt(0))),
  ) as Offered
  const { buys, would_be_empty } = JSON.parse(body) as Omit<Quote, 'offered'>
  return { offered, ...(buys && { buys }), ...(would_be_empty && { would_be_empty }) }
}
