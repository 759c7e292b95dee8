'use client'
import type { ReactNode } from 'react'

/** The large left half of a check: the picture or its placeholder, with a few words on it. */
export function PictureFrame({
  children,
  notes,
  isFilm,
}: {
  children: ReactNode
  notes?: ReactNode
  isFilm?: boolean
}) {
  return (
    <div className="@container min-w-0">
      {/* As high as the window, but not much higher than wide: most pictures would leave bands above and below. */}
      <div className="relative isolate h-[36svh] min-h-60 sm:max-lg:h-[54svh] overflow-hidden rounded-lg bg-sunken lg:sticky lg:top-4 lg:h-[calc(100dvh-6.5rem)] lg:max-h-[90cqw] lg:min-h-[32rem] lg:rounded-xl">
        {children}
        {notes && (
          <div
            // The browser's controls of a film are at its lower edge, so the notes are at the upper one.
            className={`pointer-events-none absolute inset-x-0 flex items-center gap-2 p-3 max-sm:flex-wrap *:pointer-events-auto lg:p-5 ${isFilm ? 'top-0' : 'bottom-0'}`}
          >
            {notes}
          </div>
        )}
      </div>
    </div>
  )
}

/** A short text on a picture: readable on any picture, in both themes. */
export const noteOnPicture =
  'inline-flex min-h-9 min-w-0 items-center rounded-md bg-[rgb(13_19_17/0.78)] px-3.5 text-xs font-medium text-[#fff] backdrop-blur-sm'
