'use client'
import { intakeSchema } from '#lib/schemas/operator-captures'
import { Asked } from '../asked.tsx'
import { Facts } from '../facts.tsx'
import { useAsked } from '../operator-query.ts'
import { PageHead, Part } from '../part.tsx'
import { Time } from '../time-format.tsx'
import { durationText } from '../time-words.ts'
import { FindCapture } from './find-capture.tsx'
import { ManifestUpload } from './manifest-upload.tsx'
import { NewestCaptures } from './newest-captures.tsx'
import { TreesSection } from './trees-section.tsx'
import { WithdrawnSection } from './withdrawn-section.tsx'

const everyMs = 5_000

/** Incoming, attested and withdrawn captures. */
export function CapturesPage() {
  return (
    <div className="grid grid-cols-1 gap-12">
      <div className="grid grid-cols-1 gap-6">
        <PageHead title="Captures">
          A new capture waits for its tree. Once the root of the tree is attested, its captures are sold. Only
          the cell of a place is stored.
        </PageHead>
        {/* Before the figures, so that a capture that the address names is in sight. */}
        <FindCapture />
      </div>
      <Part title="On their way to a tree">
        <Waiting />
      </Part>
      <NewestCaptures />
      <ManifestUpload />
      <TreesSection />
      <WithdrawnSection />
    </div>
  )
}

function Waiting() {
  const query = useAsked({ path: 'captures', schema: intakeSchema, everyMs })
  return (
    <Asked query={query}>
      {({ waiting, delayed, gathering, attesting }) => (
        <Facts
          className="grid grid-cols-2 gap-x-6 gap-y-4 tabular-nums sm:grid-cols-3 sm:gap-x-12 xl:flex xl:flex-wrap"
          of={[
            [
              'Waiting for a tree',
              `${waiting.is_more ? 'more than ' : ''}${waiting.count.toLocaleString('en')}`,
            ],
            waiting.oldest_ready_at && [
              'Oldest waits since',
              <Time key="oldest" iso={waiting.oldest_ready_at} />,
            ],
            [
              'Next tree',
              `at ${gathering.max_leaves.toLocaleString('en')} captures, or when the oldest has waited ${durationText(gathering.max_age_seconds)}`,
            ],
            ['Films waiting for the end of their round', delayed.toLocaleString('en')],
            ['Trees being attested', attesting],
          ]}
        />
      )}
    </Asked>
  )
}
