'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { CopyButton } from '#components/ui/copy-button'
import { callApi } from '#lib/client/call-api'
import { sharedModelSchema } from '#lib/schemas/shared-model'

type Props = { bountyId: string; token: string; pageUrl: string | null }

/** Publishes a page of the model, and withdraws it. */
export function ShareModel({ bountyId, token, pageUrl }: Props) {
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const share = useMutation({
    mutationFn: (shared: boolean) =>
      callApi({
        path: `/api/v1/bounties/${encodeURIComponent(bountyId)}/share`,
        method: 'POST',
        schema: sharedModelSchema,
        token,
        body: { shared },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['review', bountyId] }),
  })
  return (
    <section aria-labelledby="share" className="min-w-0">
      <h2 id="share" className="text-lg">
        Share the model
      </h2>
      <p className="mt-2 max-w-[56ch] text-sm text-soft">
        {pageUrl
          ? 'This page is public. Whoever has the link sees the model, the title of the bounty, the area of about 1 km, the time of the film, who states both, and a link to the proof.'
          : 'Makes a public page, at once. Whoever has its link sees the model, the title of the bounty, the area of about 1 km, the time of the film, who states both, and a link to the proof. Search engines are told not to list it.'}{' '}
        The film, your instructions, the amount and the wallets are not on it. You can withdraw the page at
        any time.
      </p>
      {pageUrl && (
        <p className="mt-3 flex max-w-[40rem] items-center gap-2 rounded-md border border-line bg-raised py-1 pr-1 pl-4">
          <a href={pageUrl} className="link min-w-0 flex-1 truncate">
            {pageUrl}
          </a>
          <CopyButton text={pageUrl} label="Copy the link" />
        </p>
      )}
      <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
        {isAsked ? '' : share.error?.message}
      </p>
      <p role="status" className="mt-3 text-sm empty:hidden">
        {share.isSuccess &&
          (share.variables ? 'The page is public now.' : 'The page was withdrawn. Its link no longer works.')}
      </p>
      <button
        type="button"
        className="button mt-4"
        disabled={share.isPending}
        onClick={() => {
          share.reset()
          if (pageUrl) setIsAsked(true)
          else share.mutate(true)
        }}
      >
        {pageUrl ? 'Withdraw the page' : 'Publish the page'}
      </button>
      <ConfirmDialog
        isOpen={isAsked}
        title="Withdraw the page?"
        confirm="Withdraw it"
        isBusy={share.isPending}
        problem={share.error?.message}
        onClose={() => setIsAsked(false)}
        onConfirm={() => share.mutate(false, { onSuccess: () => setIsAsked(false) })}
      >
        <p>
          The link stops working for good: whoever opens it reads that there is no such model. Copies that
          people saved stay with them. Your own files and the proof of the model stay as they are.
        </p>
        <p>You can publish the model again. The page then gets another link.</p>
      </ConfirmDialog>
    </section>
  )
}
