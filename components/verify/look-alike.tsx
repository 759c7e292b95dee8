'use client'
import Link from 'next/link'
import { hasLookedAlike } from '#lib/client/look-alikes'
import { VerdictHeading } from './proof-panel.tsx'
import { hasCheckedFiles } from './use-check-run.ts'

const fragment = '#look-alike'

/** The record of a capture that looks like a checked file. Its page says that it is not the record of that file, also after a reload. */
export function recordOfLookAlike(sha256: string): string {
  return `/verify/${sha256}${fragment}`
}

/** True if a checked file of this tab led to the record. A link of someone else cannot make the page say so. */
export function isLookAlike(hash: string | undefined, sha256: string): boolean {
  return hash === fragment && hasLookedAlike(sha256)
}

/** Stands above the verdict, which would otherwise be taken for one about the reader's file. */
export function NotYourFile() {
  return (
    <div data-look-alike className="border-l-4 border-wait pl-4">
      <VerdictHeading level={1}>This is not your file</VerdictHeading>
      <p className="mt-2 max-w-[46ch] text-sm text-soft">
        It is the record of another capture that looks like your file. Your file itself has no record, and
        nothing below is proven about it.
      </p>
      {hasCheckedFiles() ? (
        <button type="button" className="button mt-3" onClick={() => history.back()}>
          Back to your file
        </button>
      ) : (
        // After a reload, and in a tab of its own, there is no file to go back to.
        <Link className="button mt-3" href="/verify" prefetch={false}>
          Check your file again
        </Link>
      )}
    </div>
  )
}
