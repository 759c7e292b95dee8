import { useId } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { unbrokenDates } from '#lib/domain/text/unbroken-dates'

/** Sentences to quote of a proof. They are not copied before it is known whether the file itself says otherwise, which belongs to them. */
export function Quote({ text, isComplete }: { text: string; isComplete: boolean }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line p-4 text-sm">
      <h2 id={titleId} className="caption">
        To quote
      </h2>
      <blockquote className="mt-1 max-w-[62ch] whitespace-pre-line wrap-anywhere">
        {unbrokenDates(text)}
      </blockquote>
      <p className="mt-2 max-w-[62ch] text-soft">
        May it be published? The record says nothing about who took it or who has the rights. Ask its author.
      </p>
      <div className="mt-3 print:hidden">
        {isComplete ? (
          <CopyButton text={text} label="Copy the text to quote">
            Copy
          </CopyButton>
        ) : (
          <button type="button" className="button" disabled>
            Reading the file…
          </button>
        )}
      </div>
    </section>
  )
}
