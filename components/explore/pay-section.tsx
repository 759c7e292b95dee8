'use client'
import { useEffect, useMemo, useState } from 'react'
import { networkPausedText } from '#lib/domain/frozen'
import type { ExploreNetwork, ExploreSettings, OfferedNetwork } from './explore-types.ts'
import { PayQuery } from './lazy.tsx'
import type { PayQueryProps } from './pay-query.tsx'
import type { Quote } from './use-quote.ts'
import { chargedText, usdcWords } from './words.ts'

type Props = Omit<PayQueryProps, 'networks' | 'onPriceChange'> & {
  settings: ExploreSettings
  quote: Quote
  onRetry: () => void
}

/** The price of the answer, from the service's quote, and the payment button. */
export function PaySection({ settings, request, quote, onRetry, ...rest }: Props) {
  const offered = useMemo(() => offersOn(settings.networks, quote), [settings.networks, quote])
  // The chosen network and wallet are preserved when the query changes.
  const [before, setBefore] = useState<readonly OfferedNetwork[]>([])
  useEffect(() => {
    if (offered.length > 0) setBefore(offered)
  }, [offered])
  const shown = offered.length > 0 ? offered : before
  const paused = settings.networks.filter(({ id }) => !offered.some((network) => network.id === id))
  return (
    <section aria-label="Price" className="grid gap-3">
      {quote.is === 'refused' && (
        <div role="alert" className={`text-sm ${quote.isPassing ? 'text-wait' : 'text-bad'}`}>
          <p>
            {quote.message} {quote.isPassing && <a href="/status">Status</a>}
          </p>
          {quote.canRetry && (
            <button type="button" className="button mt-3" onClick={onRetry}>
              Try again
            </button>
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
      {/* Below the button, which would be outside the visible part of a phone's sheet otherwise. */}
      <div role="status" className="text-sm">
        {quote.is === 'asking' && <p className="text-soft">Getting the price…</p>}
        {quote.is === 'offered' &&
          (offered.length > 0 ? (
            <p className="text-soft">
              The full list costs <Prices offered={offered} />. It has the claimed place and time, and the
              proof, of each capture in the cells that your area touches, not the photo or film itself. It is
              stored in this browser only. {chargedText}
              {paused.map(({ name }) => ` ${networkPausedText(name)}`)}
            </p>
          ) : (
            <p className="text-bad">
              The service offers no network or token that this page knows. Nothing was paid.
            </p>
          ))}
      </div>
      {shown.length === 0 && rest.problem && (
        <p role="alert" className="text-sm text-bad">
          {rest.problem}
        </p>
      )}
    </section>
  )
}

/** One amount, or one per network if they differ. */
function Prices({ offered }: { offered: readonly OfferedNetwork[] }) {
  const isOne = new Set(offered.map(({ amountAtomic }) => amountAtomic)).size === 1
  const prices = isOne ? offered.slice(0, 1) : offered
  return prices.map(({ id, name, amountAtomic }, index) => (
    <span key={id}>
      {index > 0 && ', or '}
      <strong className="font-semibold whitespace-nowrap text-ink">{usdcWords(amountAtomic)}</strong>
      {!isOne && ` on ${name}`}
    </span>
  ))
}

/** The networks that both this page and the service's offer have, with the amount on each. */
function offersOn(networks: readonly ExploreNetwork[], quote: Quote): OfferedNetwork[] {
  if (quote.is !== 'offered') return []
  return networks.flatMap((network) => {
    const offer = quote.offers.find(
      ({ network: id, asset }) => id === network.id && asset.toLowerCase() === network.usdc.toLowerCase(),
    )
    return offer ? [{ ...network, amountAtomic: offer.amountAtomic }] : []
  })
}
