'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { callApi } from '#lib/client/call-api'
import { isBeingRead, retryWhileRead } from '#lib/client/film-reading'
import { type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import { useLookAgain } from '../wallet/use-session.ts'
import { aboveText, type MissingClaim, problemsOf } from './hand-in-problems.ts'
import { PlaceAndTime } from './place-and-time.tsx'
import { type Problem, readPlaceAndTime } from './read-place-and-time.ts'
import { ownSubmissionsKey } from './use-own-submissions.ts'

type Props = {
  bountyId: string
  bountyPlace: string | null
  mapStyleUrl: string | undefined
  /** Absent while the film is being uploaded; the form can be filled in meanwhile. */
  uploadId: string | undefined
  /** What this browser did not find in the file. The server may still find it, in Content Credentials. */
  missing: readonly MissingClaim[]
  onDone: (submissionId: string) => void
}

/** The form for a film: note, place and time, and its submission. */
export function HandIn({ bountyId, bountyPlace, mapStyleUrl, uploadId, missing, onDone }: Props) {
  const client = useQueryClient()
  const lookAgain = useLookAgain()
  const router = useRouter()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  /** The first problem of the last attempt, whose field gets the focus. */
  const [first, setFirst] = useState<Problem>()
  const show = (found: readonly Problem[]) => {
    setProblems(found)
    setFirst(found[0])
  }
  const [place, setPlace] = useState<string>()
  const attempt = useMutation({
    mutationFn: (body: Record<string, unknown>): Promise<OwnSubmission> =>
      callApi({
        path: `/api/board/bounties/${encodeURIComponent(bountyId)}/submissions`,
        method: 'POST',
        body,
        schema: ownSubmissionSchema,
      }),
    ...retryWhileRead,
    onSuccess: async ({ submission_id: id }) => {
      await client.invalidateQueries({ queryKey: ownSubmissionsKey })
      onDone(id)
      // The head of the page counts the films.
      router.refresh()
    },
    onError: (error, body) => {
      show(problemsOf(error, { body, missing }))
      lookAgain(error)
    },
  })
  const isReading = attempt.isPending && isBeingRead(attempt.failureReason)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const note = String(form.get('note')).trim()
    const read = readPlaceAndTime(form, place)
    if ('problem' in read) return show([read.problem])
    show([])
    attempt.mutate({ upload_id: uploadId, ...(note === '' ? {} : { note }), ...read.given })
  }
  // A problem of a field is cleared as soon as that field is changed.
  const mended = (field: string) => {
    setProblems((shown) => shown.filter((problem) => !problem.field?.startsWith(field)))
  }
  return (
    <form onSubmit={submit} className="mt-6 grid gap-6">
      <div>
        <label htmlFor="note" className="block font-semibold">
          Note to the poster
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
          className="field mt-2 w-full py-2"
          onChange={() => mended('note')}
        />
      </div>
      <PlaceAndTime
        {...{ bountyPlace, mapStyleUrl, place }}
        problems={problems}
        first={first}
        missing={missing}
        onPlace={(next) => {
          setPlace(next)
          mended('location')
        }}
        onChange={mended}
      />
      <p className="max-w-[65ch] text-sm text-soft">
        A submitted film cannot be taken back. Until it is accepted, the poster sees only a short preview with
        a watermark. Once it is accepted, they get your file exactly as you uploaded it, with everything the
        camera wrote into it, including the exact place. Everyone else sees a cell of about a kilometre.
      </p>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {aboveText(problems) ?? problems[0]?.text}
      </p>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isReading
          ? 'We are reading your film before it is submitted. This takes a moment: stay on this page.'
          : ''}
      </p>
      <div>
        <button
          type="submit"
          className="button button-main max-sm:w-full"
          disabled={attempt.isPending || uploadId === undefined}
        >
          {isReading
            ? 'Reading your film…'
            : attempt.isPending
              ? 'Submitting…'
              : uploadId === undefined
                ? 'Submit film after the upload'
                : 'Submit film'}
        </button>
      </div>
    </form>
  )
}
