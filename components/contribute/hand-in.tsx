'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiRefusal, callApi } from '#lib/client/call-api'
import { isBeingRead, retryWhileRead } from '#lib/client/film-reading'
import { type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import { useLookAgain } from '../wallet/use-session.ts'
import { PlaceAndTime, type Problem, readPlaceAndTime } from './place-and-time.tsx'
import { ownSubmissionsKey } from './use-own-submissions.ts'

/** What is said to a film that has arrived, and handing it in. */
export function HandIn(props: { bountyId: string; uploadId: string; onDone: () => void }) {
  const { bountyId, uploadId, onDone } = props
  const client = useQueryClient()
  const lookAgain = useLookAgain()
  const [problem, setProblem] = useState<Problem>()
  const attempt = useMutation({
    mutationFn: (body: Record<string, unknown>): Promise<OwnSubmission> =>
      callApi({
        path: `/api/board/bounties/${encodeURIComponent(bountyId)}/submissions`,
        method: 'POST',
        body,
        schema: ownSubmissionSchema,
      }),
    ...retryWhileRead,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ownSubmissionsKey })
      onDone()
    },
    onError: (error, body) => {
      setProblem(problemOf(error, body))
      lookAgain(error)
    },
  })
  const isReading = attempt.isPending && isBeingRead(attempt.failureReason)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const note = String(form.get('note')).trim()
    const read = readPlaceAndTime(form)
    if ('problem' in read) return setProblem(read.problem)
    setProblem(undefined)
    attempt.mutate({ upload_id: uploadId, ...(note === '' ? {} : { note }), ...read.given })
  }
  const isThere = /^(location|captured_at)/.test(problem?.field ?? '')
  return (
    <form onSubmit={submit} className="mt-6 grid max-w-[60ch] gap-5">
      <div>
        <label htmlFor="note" className="block text-sm font-semibold">
          A word to the poster
        </label>
        <p id="note-hint" className="caption">
          Optional. What you saw, what was in the way.
        </p>
        <textarea
          id="note"
          name="note"
          rows={3}
          maxLength={2_000}
          aria-describedby="note-hint"
          className="field mt-2 w-full py-2 font-sans"
        />
      </div>
      <PlaceAndTime problem={isThere ? problem : undefined} />
      <p className="text-sm text-soft">
        Until it is accepted the poster sees a short preview with a watermark. Once it is accepted, they get
        your file exactly as you uploaded it, with everything the camera wrote into it, the exact place
        included. Nobody else does: others are told a cell of about a kilometre.
      </p>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {isThere ? 'Not handed in yet: see the place and the time above.' : problem?.text}
      </p>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isReading
          ? 'All of your film has arrived. It is read before it is handed in, which takes a moment: stay on this page.'
          : ''}
      </p>
      <div>
        <button type="submit" className="button button-main" disabled={attempt.isPending}>
          {isReading ? 'Reading your film…' : attempt.isPending ? 'Handing in…' : 'Hand in this film'}
        </button>
      </div>
    </form>
  )
}

const missing: Readonly<Record<string, string>> = {
  location: 'The file does not say where it was filmed: fill in the place.',
  captured_at: 'The file does not say when it was filmed: fill in the time.',
}

const names: Readonly<Record<string, string>> = {
  upload_id: 'The upload',
  note: 'The note',
  location: 'The place',
  captured_at: 'The time',
}

/** The interface names its members; here they are fields of a form. */
function problemOf(error: Error, body: Record<string, unknown>): Problem {
  if (!(error instanceof ApiRefusal) || error.field === undefined) return { text: error.message }
  const { field, text } = error
  const said =
    field in body || missing[field] === undefined ? `${names[field] ?? 'It'} ${text}` : missing[field]
  return { field, text: said }
}
