'use client'
import Link from 'next/link'
import { useEffect, useMemo, useState } from 'react'
import type { ExploreNetwork, ExploreSettings, OfferedNetwork } from './explore-types.ts'
import { PayQuery } from './lazy.tsx'
import type { PayQueryProps } from './pay-query.tsx'
import type { Quote } from './use-quote.ts'
import { usdcWords } from './words.ts'

type Props = Omit<PayQueryProps, 'networks' | 'onPriceChange'> & {
  settings: ExploreSettings
  quote: Quote
  onRetry: () => void
  /** The free coverage has nothing here, at any time; where to have it filmed. */
  emptyHint: string | undefined
}

/** What the answer costs, read from the service's own quote, and the way to pay for it. */
export function PaySection({ settings, request, quote, onRetry, emptyHint, ...rest }: Props) {
  const offered = useMemo(() => offersOn(settings.networks, quote), [settings.networks, quote])
  // The choice of network and wallet outlives a change of the question.
  const [before, setBefore] = useState<readonly OfferedNetwork[]>([])
  useEffect(() => {
    if (offered.length > 0) setBefore(offered)
  }, [offered])
  const shown = offered.length > 0 ? offered : before
  return (
    <section aria-labelledby="price-title" className="grid gap-4">
      <h2 id="price-title" className="text-lg">
        Price
      </h2>
      <div role="status" className="text-sm">
        {quote.is === 'none' && (
          <p className="text-soft">Mark an area, and the service says what the answer costs.</p>
        )}
        {quote.is === 'asking' && <p className="text-soft">Asking for the price…</p>}
        {quote.is === 'offered' &&
          (offered.length > 0 ? (
            <p>
              {offered.map(({ id, name, amountAtomic }, index) => (
                <span key={id}>
                  {index > 0 && ', or '}
                  <strong className="font-semibold whitespace-nowrap">{usdcWords(amountAtomic)}</strong> on{' '}
                  {name}
                </span>
              ))}
              . <span className="text-soft">The network fee is ours. An empty answer costs the same.</span>
            </p>
          ) : (
            <p className="text-bad">
              The service offers no network or token that this page knows. Nothing was paid.
            </p>
          ))}
      </div>
      {emptyHint && offered.length > 0 && (
        <p className="rounded-md border border-wait bg-raised px-4 py-3 text-sm">
          The free coverage has nothing here, at any time: you would most likely pay for an empty answer.{' '}
          <Link href={emptyHint} className="text-link underline underline-offset-3">
            Commission a capture here
          </Link>{' '}
          instead.
        </p>
      )}
      {quote.is === 'refused' && (
        <div role="alert" className="text-sm text-bad">
          <p>{quote.message}</p>
          {quote.canRetry ? (
            <button type="button" className="button mt-3" onClick={onRetry}>
              Ask again
            </button>
          ) : (
            <p>Nothing was paid.</p>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <div hidden={quote.is === 'none'}>
          <PayQuery
            wallet={settings.wallet}
            networks={shown}
            request={offered.length > 0 ? request : undefined}
            onPriceChange={onRetry}
            {...rest}
          />
        </div>
      )}
      {shown.length === 0 && rest.problem && (
        <p role="alert" className="text-sm text-bad">
          {rest.problem}
        </p>
      )}
    </section>
  )
}

/** The networks this page knows that the service offers, with the amount on each. */
function offersOn(networks: readonly ExploreNetwork[], quote: Quote): OfferedNetwork[] {
  if (quote.is !== 'offered') return []
  return networks.flatMap((network) => {
    const offer = quote.offers.find(
      ({ network: id, asset }) => id === network.id && asset.toLowerCase() === network.usdc.toLowerCase(),
    )
    return offer ? [{ ...network, amountAtomic: offer.amountAtomic }] : []
  })
}
