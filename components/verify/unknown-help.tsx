'use client'
import { CopyButton } from '#components/ui/copy-button'
import type { Subject } from './verdict-copy.ts'

const reasons = [
  'A messenger or a website made a smaller copy of it. Most do.',
  'It was edited, cropped or saved again.',
  'It is a screenshot, or was copied and pasted.',
  'It was never attested, or only with another service.',
]

/** For a file without a record: possible reasons, and what to ask for. */
export function UnknownHelp({ subject }: { subject: Subject }) {
  const noun = subject === 'fingerprint' ? 'file' : subject
  const message = `Could you send me the original ${noun}, exactly as it came from the camera? Please send it as a document or file, not as a photo: messengers shrink photos, and then it cannot be verified. If you have a proof file for it (.proof.json), send that too. Thank you!`
  return (
    <div className="grid gap-6">
      <section aria-labelledby="why-unknown">
        <h2 id="why-unknown" className="text-base">
          What it may mean
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-soft marker:text-edge">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="ask-sender" className="rounded-md border border-line bg-raised p-4 sm:p-5">
        <h2 id="ask-sender" className="text-base">
          Ask the sender for the original
        </h2>
        <p className="mt-2 mb-4 text-sm text-soft">{message}</p>
        <CopyButton text={message} label="Copy message">
          Copy message
        </CopyButton>
      </section>
    </div>
  )
}
