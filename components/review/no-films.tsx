import { CellMap } from '#components/place/cell-map'
import { placeOf } from '#lib/domain/bounty/bounty-place'
import type { Review } from '#lib/schemas/review'

/** Shown without films: the next steps, or why there are none, beside the place. */
export function NoFilms({ bounty }: { bounty: Review }) {
  const place = placeOf(bounty.brief)
  return (
    <section
      aria-labelledby="films"
      className={`panel overflow-hidden shadow-none ${place ? 'grid grid-rows-[auto_1fr]' : 'self-start'}`}
    >
      {place && (
        // Of this shape in every window: a higher one would crop the credit at its right.
        <CellMap geohash={place} shows="width" className="aspect-[2/1] w-full object-cover" />
      )}
      <div className="p-6 sm:p-8">
        <h2 id="films" className="text-xl">
          {titleOf(bounty.status)}
        </h2>
        <p className="mt-3 max-w-[56ch] text-soft">{textOf(bounty)}</p>
      </div>
    </section>
  )
}

function titleOf(status: Review['status']): string {
  switch (status) {
    case 'paid':
    case 'creating':
    case 'open':
      return 'No films yet'
    case 'failed':
      return 'It was never on the board'
    default:
      return 'No film was submitted'
  }
}

function textOf({ status, moderation }: Review): string {
  const appears = 'Films appear here with a short preview. This page updates automatically.'
  switch (status) {
    case 'paid':
    case 'creating':
      return `Once the money is in escrow, contributors see your bounty on the board. ${appears}`
    case 'open':
      if (moderation?.some(({ measure }) => measure === 'hidden'))
        return 'Contributors do not see your bounty while an operator hides it, and it takes no films. You can cancel it; otherwise the full amount goes back at the deadline.'
      return `Contributors see your bounty on the board. ${appears}`
    case 'failed':
      return 'The money could not be put into escrow, so no contributor saw this bounty.'
    case 'cancelling':
    case 'cancelled':
      return moderation?.some(({ measure }) => measure === 'cancelled')
        ? 'An operator cancelled it before anybody submitted a film.'
        : 'You cancelled it before anybody submitted a film. It counts as cancelled in your public record.'
    default:
      return 'Nobody submitted a film before the deadline. A longer deadline, more pay or clearer instructions may help.'
  }
}
