import type { ReactNode } from 'react'
import { networkPausedText, pausedShortText, pausedText } from '#lib/domain/frozen'

/**
 * Said where people order, pay or decide, before they do. It needs no scripts, so that a page can have it from the start.
 *
 * @param props.children what the pause means here, if not that nothing can be bought
 */
export function PausedNote({ children }: { children?: ReactNode }) {
  return (
    <Note>
      {children ? (
        <>
          {pausedShortText} {children}
        </>
      ) : (
        pausedText
      )}
    </Note>
  )
}

/** A note that payments on one network are paused. @param props.hasOthers true if the reader can choose another network */
export function NetworkPausedNote({ name, hasOthers }: { name: string; hasOthers: boolean }) {
  return (
    <Note>
      {networkPausedText(name)}{' '}
      {hasOthers ? 'Choose another network, or try again later.' : 'Try again later.'}
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="border-l-2 border-wait pl-4 text-sm">
      {children}{' '}
      <a href="/status" className="link">
        Status
      </a>
    </p>
  )
}
