import Link from 'next/link'
import { TextWithTimes } from '#components/ui/text-with-times'
import type { Finding } from '#lib/schemas/bounty'

/** A finding of the check, with a link to the public record of the earlier film that it is about. */
export function FindingText({ text, earlier_submission: earlier }: Finding) {
  return (
    <>
      <TextWithTimes text={text} />
      {earlier?.observation_id && (
        <>
          {' '}
          <Link href={`/verify/${earlier.observation_id}`} className="link">
            Its public record
          </Link>
        </>
      )}
    </>
  )
}
