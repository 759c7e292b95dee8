import { Moment } from '#components/ui/moment'
import type { BountyModeration, SubmissionModeration } from '#lib/schemas/moderation'

type Measure = NonNullable<BountyModeration>[number] | NonNullable<SubmissionModeration>[number]

const bountyTexts: Record<NonNullable<BountyModeration>[number]['measure'], string> = {
  hidden: 'An operator has hidden this bounty: it is off the board and takes no new films.',
  cancelled: 'An operator cancelled this bounty: its whole amount goes back to the poster.',
  model_page_hidden: 'An operator has hidden the public page of the model.',
  poster_banned: 'An operator banned the wallet of the poster. The money of this bounty moves as before.',
}
const filmTexts: Record<NonNullable<SubmissionModeration>[number]['measure'], string> = {
  hidden: 'An operator has hidden this film: its preview is withheld.',
  contributor_banned:
    'An operator banned the wallet of this contributor. If the film is accepted, it is still paid.',
}

/** The measures of operators about a bounty, with their reasons. Poster and contributors see the same. */
export function BountyMeasures({ moderation }: { moderation: BountyModeration }) {
  return <Notes notes={moderation?.map((one) => [bountyTexts[one.measure], one])} />
}

/** The measures of operators about a film, with their reasons. Poster and contributor see the same. */
export function FilmMeasures({ moderation }: { moderation: SubmissionModeration }) {
  return <Notes notes={moderation?.map((one) => [filmTexts[one.measure], one])} />
}

function Notes({ notes = [] }: { notes: (readonly [string, Measure])[] | undefined }) {
  if (notes.length === 0) return null
  return (
    <ul className="grid gap-3">
      {notes.map(([text, { measure, reason, at }]) => (
        <li key={measure} className="border-l-2 border-wait pl-4">
          <p className="font-semibold">{text}</p>
          <p className="text-sm wrap-anywhere">Reason: {reason}</p>
          <p className="text-sm text-soft">
            <Moment within iso={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}
