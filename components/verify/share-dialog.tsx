'use client'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import type { Report } from '#lib/client/check'
import { rememberHashedFile } from '#lib/client/hashed-file'
import { EmbedSnippets } from './embed-snippets.tsx'
import { recordLink } from './quote-words.ts'
import { SurroundingsContext } from './surroundings.ts'
import type { Subject } from './verdict-copy.ts'

type Props = {
  report: Report
  title: string
  subject: Subject
  /** For a colleague; `undefined` while the file is read for it. */
  message: string | undefined
  /** True if the file names another place or time than its record. The link does not say so, so the message comes first. */
  isContradicted: boolean
}

/** The one main action of a proof: its link, the preview card of the link, and other formats. */
export function ShareProof(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const titleId = useId()
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
  }, [isOpen])
  return (
    <>
      <button type="button" className="button button-main" onClick={() => setIsOpen(true)}>
        Share this proof
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        onClose={() => setIsOpen(false)}
        className="dialog w-[min(38rem,100%-2rem)]"
      >
        {isOpen && (
          <>
            <div className="flex items-center justify-between gap-4">
              <h2 id={titleId} className="text-lg">
                Share this proof
              </h2>
              <button type="button" className="button" onClick={() => dialog.current?.close()}>
                Close
              </button>
            </div>
            <Contents {...props} />
          </>
        )}
      </dialog>
    </>
  )
}

function Contents({ report, title, subject, message, isContradicted }: Props) {
  const { Link = 'a' } = useContext(SurroundingsContext)!
  const { sha256, proof } = report
  // The record of a model is that of its manifest, which nobody would call the file.
  const isHashedFile = subject !== 'fingerprint' && subject !== 'model'
  const link = recordLink(sha256, location.origin)
  const card = `/card/${sha256}.png`
  const share = { title, url: link }
  const forColleague = <Message message={message} isContradicted={isContradicted} subject={subject} />
  return (
    <div className="mt-4 grid gap-5">
      {isContradicted && forColleague}
      <Card src={card} />
      <p className="text-sm text-soft">
        The link shows the record
        {isHashedFile && ', not your check and not what the file itself says'}. Whoever opens it can drop{' '}
        {subject === 'model'
          ? 'the same ZIP there to check it.'
          : 'the same file there to check it, and to compare it with what it says itself.'}
        {subject !== 'fingerprint' && ' Your file never left your device.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          readOnly
          aria-label="Link to this proof"
          value={link}
          className="field min-w-40 flex-1 font-mono text-xs max-sm:basis-full"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link} label="Copy link">
          Copy link
        </CopyButton>
        {'share' in navigator && (
          <button
            type="button"
            className={isContradicted ? 'button' : 'button button-main'}
            // Closing the system's dialog is not an error.
            onClick={() => navigator.share(share).catch(() => undefined)}
          >
            Share…
          </button>
        )}
      </div>
      {!isContradicted && forColleague}
      <div className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Link
          className="link inline-flex min-h-9 items-center"
          href={`/verify/${sha256}/certificate`}
          onClick={() => isHashedFile && rememberHashedFile(sha256)}
        >
          Certificate to print
        </Link>
        <a
          className="link inline-flex min-h-9 items-center"
          href={card}
          download={`cairn-${sha256.slice(0, 16)}.png`}
        >
          Save this picture
        </a>
        <p className="basis-full text-soft">
          {isHashedFile
            ? 'The certificate, opened from here, also says where the file’s own place and time differ from the record. The picture does not.'
            : 'Both show the record only.'}
        </p>
      </div>
      {proof && (
        <EmbedSnippets sha256={sha256} attester={proof.attestation.attester} origin={location.origin} />
      )}
    </div>
  )
}

/** The text to quote as a message, with the link and where the file is checked. */
function Message({
  message,
  isContradicted,
  subject,
}: Pick<Props, 'message' | 'isContradicted' | 'subject'>) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid justify-items-start gap-2 text-sm">
      <h3 id={titleId} className="text-base">
        Message for a colleague
      </h3>
      <p className="text-soft">
        {isContradicted && (
          <span className="font-semibold text-wait">
            The file names another place or time than its record. The link does not say so, this message does.{' '}
          </span>
        )}
        It has the text to quote, the link, and where to check the file.
        {subject !== 'fingerprint' &&
          ` Attach the ${subject === 'model' ? 'ZIP' : 'file'} to it, as a document: messengers change pictures.`}
      </p>
      {message === undefined ? (
        <button type="button" className="button" disabled>
          Reading the file…
        </button>
      ) : (
        <CopyButton text={message} label="Copy the message for a colleague" isMain={isContradicted}>
          Copy the message
        </CopyButton>
      )}
    </section>
  )
}

/** The preview card, which the service draws when it is first asked for. */
function Card({ src }: { src: string }) {
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  return (
    <div className="relative grid aspect-[1200/630] w-full place-content-center overflow-hidden rounded-md border border-line bg-sunken text-sm text-soft">
      {state !== 'failed' && (
        // biome-ignore lint/performance/noImgElement: drawn by us in the size that it has
        <img
          src={src}
          width={1200}
          height={630}
          alt="The card that the link shows"
          className={`absolute inset-0 size-full ${state === 'drawn' ? '' : 'invisible'}`}
          onLoad={() => setState('drawn')}
          onError={() => setState('failed')}
        />
      )}
      {state === 'loading' && (
        <p role="status" className="motion-safe:animate-pulse">
          Drawing the card…
        </p>
      )}
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-3 p-4 text-center">
          <p>The card could not be drawn just now. The link works without it.</p>
          <button type="button" className="button" onClick={() => setState('loading')}>
            Try again
          </button>
        </div>
      )}
    </div>
  )
}
