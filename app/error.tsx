'use client'

/** Shown when a page could not be made; it says nothing about any file. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <h1 className="text-2xl">This page could not be made</h1>
      <p className="max-w-[52ch] text-lg text-soft">
        Something failed on our side. Nothing was checked and nothing was charged. Try again in a moment.
      </p>
      <button type="button" className="button button-main" onClick={reset}>
        Try again
      </button>
    </div>
  )
}
