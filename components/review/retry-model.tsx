'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { type ModelMode, modelModes } from '#lib/domain/film/reconstruction'
import { bountySchema } from '#lib/schemas/bounty'

const labels: Record<ModelMode, string> = {
  standard: 'As before',
  relaxed: 'More tolerant: for pictures that do not fit together',
  fine: 'Finer: more detail, for a good film',
}

type Props = { bountyId: string; token: string; retriesLeft: number }

/** What a poster can do about a failed model: request another attempt, or another film. */
export function RetryModel({ bountyId, token, retriesLeft }: Props) {
  const client = useQueryClient()
  const [mode, setMode] = useState<ModelMode>('relaxed')
  const retry = useMutation({
    mutationFn: () =>
      callApi({
        path: `/api/v1/bounties/${encodeURIComponent(bountyId)}/model/retry`,
        method: 'POST',
        schema: bountySchema,
        token,
        body: { mode },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['review', bountyId] }),
  })
  if (retriesLeft === 0)
    return (
      <p className="mt-6 max-w-[56ch] text-sm text-soft">
        No more tries are left. The film is yours all the same. <PostAgain bountyId={bountyId} />
      </p>
    )
  return (
    <section aria-labelledby="retry-model" className="mt-6 min-w-0">
      <h3 id="retry-model" className="text-base font-semibold">
        Make the model again
      </h3>
      <p className="mt-2 max-w-[56ch] text-sm text-soft">
        Another try is free, and other settings can give a model from the same film.{' '}
        {retriesLeft === 1 ? 'This is the last one.' : `You can do this ${retriesLeft} more times.`}
      </p>
      <fieldset className="mt-2 grid gap-1 text-sm">
        <legend className="sr-only">How</legend>
        {modelModes.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="model-mode"
              className="size-4.5 flex-none accent-ink"
              checked={mode === one}
              onChange={() => setMode(one)}
            />
            {labels[one]}
          </label>
        ))}
      </fieldset>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {retry.error?.message}
      </p>
      <button type="button" className="button mt-3" disabled={retry.isPending} onClick={() => retry.mutate()}>
        Make it again
      </button>
      <p className="mt-4 max-w-[56ch] text-sm text-soft">
        <PostAgain bountyId={bountyId} />
      </p>
    </section>
  )
}

function PostAgain({ bountyId }: { bountyId: string }) {
  return (
    <>
      To pay for another film,{' '}
      <Link href={`/bounties/new?clone=${bountyId}`} className="link">
        post the bounty again
      </Link>{' '}
      and ask for a slow walk around the subject.
    </>
  )
}
