import { BoardState } from '#components/bounty/board-state'
import { Moment } from '#components/ui/moment'
import type { Env } from '#lib/adapters/env'
import { previewMaxSeconds } from '#lib/domain/film/preview-parts'
import { durationMaxSeconds, durationMinSeconds, shortSideMinPixels } from '#lib/domain/film/quality'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { BoardEntry } from '#lib/services/bounties/board-entry'
import { posterText } from '../../../components/bounty/poster-text.ts'
import { anotherTake } from '../../../components/contribute/another-take.ts'
import { networkNameOf } from './bounty-details.tsx'

/** The terms of payment: how much is paid, when, and for which film. */
export function Terms({ entry, env, takesFilms }: { entry: BoardEntry; env: Env; takesFilms: boolean }) {
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-[2rem] leading-none font-semibold tracking-tight tabular-nums">
            {readableUsdc(wholeUsdc(entry.amountUsdc))} USDC
          </span>
          <span className="text-soft">on {networkNameOf(env, entry)}</span>
        </p>
        {takesFilms && (
          <p className="mt-2 text-sm">
            Films are accepted until <Moment within saysZone iso={entry.deadline.toISOString()} />.
          </p>
        )}
        <p className="mt-1 text-sm text-soft">{posterText(entry.poster)}</p>
      </div>
      <BoardState state={entry.state} isOver={entry.isOver} />
      {takesFilms && (
        <>
          <a
            href="#film"
            className="button button-accent max-lg:hidden group-has-[[data-waits]]/bounty:hidden"
          >
            Submit a film
          </a>
          {/* Plain, because the button of the form is the main one now. */}
          <a href={`#${anotherTake}`} className="button hidden lg:group-has-[[data-waits]]/bounty:flex">
            Finish submitting your film
          </a>
          <Points
            title="What you get"
            points={[
              'The whole amount, straight to your wallet, as soon as the poster accepts your film. There is no fee, and you pay no gas.',
              `Until then the poster sees only a preview with a watermark: at most ${previewMaxSeconds} seconds, so a shorter film is shown whole.`,
              'You are paid only if your film is accepted.',
            ]}
          />
          <Points
            title="What we check"
            intro="Advice for the poster, not a condition for your pay: they see the result, and may accept a film that does not pass."
            points={[
              `MP4 or MOV, ${durationMinSeconds} seconds to ${durationMaxSeconds / 60} minutes, at least ${shortSideMinPixels} pixels on the short side.`,
              'One take: sharp, bright enough, and moving slowly around the place.',
              'A film that nobody has submitted before.',
            ]}
          />
        </>
      )}
    </div>
  )
}

function Points(props: { title: string; intro?: string; points: readonly string[] }) {
  const { title, intro, points } = props
  return (
    <section className="border-t border-line pt-4">
      <h2 className="text-base">{title}</h2>
      {intro && <p className="mt-1 text-sm text-soft">{intro}</p>}
      <ul className="mt-2 grid list-disc gap-1.5 pl-4.5 text-sm text-soft marker:text-edge">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
