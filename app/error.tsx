'use client'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Cairn } from '#components/ui/cairn'

/** Shown when a page failed to render. It is not a verdict on any file. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const router = useRouter()
  const [isBusy, begin] = useTransition()
  const retry = () =>
    begin(() => {
      // A failed server component must be requested again.
      router.refresh()
      reset()
    })
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn
        className="mb-4 w-44"
        stones={[{ state: 'broken' }, { state: 'set' }, { state: 'set' }, { state: 'set' }]}
      />
      <h1 className="text-2xl">Something broke on our side</h1>
      <p className="max-w-[48ch] text-lg text-soft">
        This page could not be shown. Opening a page is free. If you just paid for something, go back to that
        page: your signed payment is stored in this browser and is charged once at most.
      </p>
      <button type="button" className="button button-main mt-2" disabled={isBusy} onClick={retry}>
        Try again
      </button>
    </div>
  )
}
