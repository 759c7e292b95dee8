'use client'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'

/** Shown when a page could not be made; it says nothing about any file. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const router = useRouter()
  const [isBusy, begin] = useTransition()
  const retry = () =>
    begin(() => {
      // What the server could not make has to be asked for anew.
      router.refresh()
      reset()
    })
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <h1 className="text-2xl">This page could not be made</h1>
      <p className="max-w-[52ch] text-lg text-soft">
        Something failed on our side. Opening a page costs nothing. Had you just paid for something, come back
        to that page: what you signed is kept in this browser, and is charged once at most.
      </p>
      <button type="button" className="button button-main" disabled={isBusy} onClick={retry}>
        Try again
      </button>
    </div>
  )
}
