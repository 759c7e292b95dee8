'use client'
import { CopyButton } from '#components/ui/copy-button'
import { askForOriginal, reasonsForUnknown } from './unknown-words.ts'
import type { Subject } from './verdict-copy.ts'

/** For a file without a record: possible reasons, and what to ask for. */
export function UnknownHelp({ subject }: { subject: Subject }) {
  const message = askForOriginal(subject)
  return (
    <div className="grid gap-6">
      <section aria-labelledby="why-unknown">
        <h2 id="why-unknown" className="text-base">
          What it may mean
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-soft marker:text-edge">
          {reasonsForUnknown(subject).map((reason) => (
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
