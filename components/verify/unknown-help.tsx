'use client'
import { CopyButton } from '#components/ui/copy-button'
import { askForContent, askForOriginal, reasonsForUnknown } from './unknown-words.ts'
import type { Subject } from './verdict-copy.ts'

/** For a file without a record: possible reasons, and what to ask for. */
export function UnknownHelp(props: {
  subject: Subject | 'no_media'
  isOfModel: boolean
  /** True if valid Content Credentials show that the file has not changed since it was signed. */
  isAsSigned: boolean
}) {
  const { subject, isOfModel, isAsSigned } = props
  if (isOfModel || subject === 'model') return <ModelHelp />
  return (
    <div className="grid gap-6">
      <section aria-labelledby="why-unknown">
        <h2 id="why-unknown" className="text-base">
          What it may mean
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-soft marker:text-edge">
          {reasonsForUnknown(subject, isAsSigned).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <AskSender message={askForOriginal(subject)} />
    </div>
  )
}

/** For an empty file, which has nothing to check. */
export function EmptyHelp() {
  return <AskSender message={askForContent} />
}

function AskSender({ message }: { message: string }) {
  return (
    <section aria-labelledby="ask-sender" className="rounded-md border border-line bg-raised p-4 sm:p-5">
      <h2 id="ask-sender" className="text-base">
        Ask the sender for the original
      </h2>
      <p className="mt-2 mb-4 text-sm text-soft">{message}</p>
      <CopyButton text={message} label="Copy the message">
        Copy the message
      </CopyButton>
    </section>
  )
}

/** For a file that may belong to a 3D model. */
function ModelHelp() {
  return (
    <section aria-labelledby="of-model">
      <h2 id="of-model" className="text-base">
        Is it from a 3D model of Cairn?
      </h2>
      <p className="mt-2 max-w-[56ch] text-sm text-soft">
        A model is proven as a whole. Drop the ZIP with the model and its working files, as it was downloaded,
        or the manifest.json in it, which lists the hash of every file. One file of a model, such as its GLB,
        has no record of its own.
      </p>
    </section>
  )
}
