'use client'
import './live-line.css'
import { PlaceName } from '#components/place/place-name'
import { Moment } from '#components/ui/moment'
import type { News } from './live.ts'
import type { useLive } from './use-live.ts'

/** One discreet line about the latest anchored captures, announced to screen readers when something new arrives. */
export function LiveLine({ newest, news }: ReturnType<typeof useLive>) {
  return (
    <p role="status" className="live-line" data-news={news !== undefined || undefined}>
      {(news || newest?.anchoredAt) && (
        <>
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lichen" />
          <span>
            {news ? <NewsWords {...news} /> : `Newest: ${words(newest!.leafCount)}`} anchored{' '}
            <Moment iso={news ? news.at : newest!.anchoredAt!} show="relative" />
          </span>
        </>
      )}
    </p>
  )
}

function NewsWords({ captures, cells }: Pick<News, 'captures' | 'cells'>) {
  const [cell, ...others] = cells
  return (
    <>
      New:{' '}
      {cell && (
        <>
          <PlaceName geohash={cell} />
          {others.length > 0 && ` and ${others.length} more`},{' '}
        </>
      )}
      {words(captures)}
    </>
  )
}

function words(captures: number): string {
  return captures === 1 ? 'a capture' : `${captures.toLocaleString('en')} captures`
}
