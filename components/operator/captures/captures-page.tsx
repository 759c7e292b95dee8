'use client'
import { Fact } from '#components/ui/fact'
import { Asked } from '../asked.tsx'
import { Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { FindCapture } from './find-capture.tsx'
import { ManifestUpload } from './manifest-upload.tsx'
import { TreesSection } from './trees-section.tsx'
import { useIntake } from './use-captures.ts'
import { WithdrawnSection } from './withdrawn-section.tsx'

/** From what comes in to what is attested, and what was taken back. */
export function CapturesPage() {
  return (
    <div className="grid grid-cols-1 gap-12">
      <div>
        <h1 className="text-xl">Captures</h1>
        <p className="mt-2 max-w-[65ch] text-soft">
          What comes in waits for its tree; the root of a tree is attested, and its captures are sold from
          then on. Of a place no more is kept than its cell.
        </p>
        <Waiting />
      </div>
      <FindCapture />
      <ManifestUpload />
      <TreesSection />
      <WithdrawnSection />
    </div>
  )
}

function Waiting() {
  const query = useIntake()
  return (
    <div className="mt-6">
      <Asked query={query}>
        {({ waiting, gathering, attesting }) => (
          <dl className="flex flex-wrap gap-x-12 gap-y-4 tabular-nums">
            <Fact name="Wait for a tree">
              {waiting.is_more && 'more than '}
              {waiting.count.toLocaleString('en')}
            </Fact>
            <Fact name="The oldest since">
              {waiting.oldest_received_at ? <Time iso={waiting.oldest_received_at} /> : 'none waits'}
            </Fact>
            <Fact name="Next tree">
              at {gathering.max_leaves.toLocaleString('en')} captures, or when the oldest has waited{' '}
              {durationText(gathering.max_age_seconds)}
            </Fact>
            <Fact name="Trees being attested">{attesting}</Fact>
          </dl>
        )}
      </Asked>
    </div>
  )
}
