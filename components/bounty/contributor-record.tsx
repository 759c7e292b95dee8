import type { ContributorRecord as Of } from '#lib/schemas/contributor-record'
import { recordText, uncountedText } from './record-text.ts'

/** The record of a contributor, for the posters and for the contributor, who also reads why films do not count. */
export function ContributorRecord({
  record,
  isOwn = false,
}: {
  record: Of
  /** The contributor reads it. */
  isOwn?: boolean
}) {
  const uncounted = uncountedText(record, isOwn)
  const text = recordText(record, isOwn)
  return (
    <div className="text-sm text-soft">
      <p>
        {text}
        {/established/i.test(`${text} ${uncounted}`) &&
          (isOwn
            ? ` What counts is a film that an established poster accepted: one who has paid for a film signed by its camera (Content Credentials).${uncounted ? '' : ' You are paid the same for every accepted film.'}`
            : ' Established posters have paid for a film that its camera signed (Content Credentials).')}
      </p>
      {uncounted && <p className="mt-1 max-w-[65ch]">{uncounted}</p>}
    </div>
  )
}
