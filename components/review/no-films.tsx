import { CellMap } from '#components/place/cell-map'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import type { Review } from '#lib/schemas/review'

/** Shown without films: the next steps, beside the place. */
export function NoFilms({ bounty }: { bounty: Review }) {
  const isWaiting = ['paid', 'creating', 'open'].includes(bounty.status)
  const place = placeOf(bounty.brief)
  return (
    <section
      aria-labelledby="films"
      className="panel mt-8 grid overflow-hidden shadow-none md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      {place && (
        <div className="relative md:order-last">
          {/* Keeps the map at least this high. It grows with the words beside it. */}
          <div className="aspect-[2/1]" />
          <CellMap geohash={place} className="absolute inset-0 size-full object-cover" />
        </div>
      )}
      <div className="grid content-center p-6 sm:p-10">
        <h2 id="films" className="text-xl">
          {isWaiting ? 'No films yet' : 'No film was submitted'}
        </h2>
        <p className="mt-3 max-w-[44ch] text-soft">{nextText(bounty.status)}</p>
      </div>
    </section>
  )
}

function nextText(status: Review['status']): string {
  const appears = 'Films appear here with a short preview. This page updates automatically.'
  switch (status) {
    case 'paid':
    case 'creating':
      return `Once the money is in escrow, contributors see your bounty on the board. ${appears}`
    case 'open':
      return `Contributors see your bounty on the board. ${appears}`
    case 'failed':
      return 'Nobody was paid.'
    default:
      return 'A longer deadline, more pay or clearer instructions may help.'
  }
}
