'use client'
import { PlaceName } from '#components/place/place-name'
import { Moment } from '#components/ui/moment'
import type { News } from './live.ts'
import { type Newest, NewestWords, recordsText } from './newest-words.tsx'

type Props = { newest: Newest | undefined; news: News | undefined }

/** One discreet line about the latest anchored captures, announced to screen readers when something new arrives. */
export function LiveLine({ newest, news }: Props) {
  return (
    <p role="status" className="live-line" data-news={news !== undefined || undefined}>
      {news ? (
        <>
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-lichen" />
          <span>
            <NewsWords {...news} /> added <Moment iso={news.at} show="relative" />
          </span>
        </>
      ) : (
        newest && <NewestWords {...newest} />
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
      {recordsText(captures)}
    </>
  )
}
