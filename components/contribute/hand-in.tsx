'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ApiRefusal } from '#lib/client/api-refusal'
import { callApi } from '#lib/client/call-api'
import { changeFilmDraft, readFilmDraft } from '#lib/client/film-draft'
import { isBeingRead, retryWhileRead } from '#lib/client/film-reading'
import type { StatedClaims } from '#lib/domain/film/claim-checks'
import type { EarlyCheck } from '#lib/domain/film/early-checks'
import { previewMaxSeconds } from '#lib/domain/film/preview-parts'
import { type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import type { StreetMap } from '../place/chosen-place.ts'
import { TextWithTimes } from '../ui/text-with-times.tsx'
import { useLookAgain } from '../wallet/use-session.ts'
import {
  aboveText,
  knownProblems,
  needsSecondPress,
  problemsOf,
  refusedIn,
  stillMissing,
} from './hand-in-problems.ts'
import { KnownProblems } from './known-problems.tsx'
import { PlaceAndTime } from './place-and-time.tsx'
import { type Given, type Problem, readPlaceAndTime } from './read-place-and-time.ts'
import { stopRefusedUpload } from './stop-refused-upload.ts'
import type { FileChecks } from './use-file-checks.ts'
import { ownSubmissionsKey } from './use-own-submissions.ts'

type Props = {
  /** The name of the film's draft. */
  film: string
  bountyId: string
  bountyPlace: string | null
  map: StreetMap
  /** Absent while the film is being uploaded; the form can be filled in meanwhile. */
  uploadId: string | undefined
  fileChecks: FileChecks
  /** The checks that this browser made of the film itself. */
  measured: readonly EarlyCheck[]
  /** The place and the time of this form, so far. */
  stated: StatedClaims
  onStated: (changes: StatedClaims) => void
  onDone: (submissionId: string) => void
}

/** The form for a film: note, place and time, and its submission. */
export function HandIn(props: Props) {
  const { film, bountyId, bountyPlace, map, uploadId, fileChecks, measured, stated, onStated, onDone } = props
  // The server may still find it, in Content Credentials.
  const { missing } = fileChecks
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
  const { place } = stated
  /** The initial values of the fields. */
  const [draft] = useState(() => readFilmDraft(film))
  /** The problems that were shown at the last press of the button. If no other was found since, the next press submits. */
  const [seen, setSeen] = useState<readonly string[]>([])
  const known = knownProblems(measured, fileChecks.compare(stated))
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
      const found = problemsOf(error, { body, missing })
      show(found)
      lookAgain(error)
      if (error instanceof ApiRefusal) void stopRefusedUpload(error, found[0]!.text)
    },
  })
  const isWarned = known.texts.length > 0 && !needsSecondPress(known.texts, seen)
  const isReading = attempt.isPending && isBeingRead(attempt.failureReason)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const note = String(form.get('note')).trim()
    const read = readPlaceAndTime(form, place)
    if ('problem' in read) return show([read.problem])
    const given = statedBy(read.given)
    onStated(given)
    const checks = fileChecks.compare(given)
    const refused = refusedIn(checks)
    show(refused)
    if (refused.length > 0) return
    const found = knownProblems(measured, checks).texts
    setSeen(found)
    if (needsSecondPress(found, seen)) return show(stillMissing(missing, read.given))
    attempt.mutate({ upload_id: uploadId, ...(note === '' ? {} : { note }), ...read.given })
  }
  // A problem of a field is cleared as soon as that field is changed.
  const clearProblems = (field: string) => {
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
          defaultValue={draft.note}
          onChange={({ target }) => {
            changeFilmDraft(film, { note: target.value })
            clearProblems('note')
          }}
        />
      </div>
      <PlaceAndTime
        bountyPlace={bountyPlace}
        map={map}
        place={place}
        draftTime={draft.time}
        problems={problems}
        first={first}
        missing={missing}
        onPlace={(next) => {
          onStated({ place: next })
          clearProblems('location')
        }}
        onTime={(time) => {
          changeFilmDraft(film, { time })
          onStated({ capturedAt: secondsOf(time) })
          clearProblems('captured_at')
        }}
        onChange={clearProblems}
      />
      <p className="max-w-[65ch] text-sm text-soft">
        A submitted film cannot be taken back. After you submit it, we compare it with all earlier films: one
        that looks the same as an earlier film does not pass the check. Until it is accepted, the poster sees
        only a preview of at most {previewMaxSeconds} seconds, with a watermark: a shorter film is shown
        whole. Once it is accepted, they get your file exactly as you uploaded it, with everything the camera
        wrote into it, including the exact place. Everyone else sees a cell of about a kilometre: an accepted
        film gets a record of this cell, the time and a proof, which we sell in answers to queries, never the
        film.
      </p>
      <p role="alert" className="text-sm text-bad empty:hidden">
        {aboveText(problems) ?? (problems[0] && <TextWithTimes text={problems[0].text} />)}
      </p>
      {known.texts.length > 0 && (
        <KnownProblems title={known.title} misfits={known.misfits} isWarned={isWarned} />
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {isReading
          ? 'We are reading your film before it is submitted. This takes a moment: stay on this page.'
          : attempt.isPaused
            ? 'No connection. The film is submitted as soon as there is one.'
            : ''}
      </p>
      <div>
        <button
          type="submit"
          className="button button-accent max-sm:w-full"
          disabled={attempt.isPending || uploadId === undefined}
        >
          {isReading
            ? 'Reading your film…'
            : attempt.isPending
              ? 'Submitting…'
              : uploadId === undefined
                ? 'Submit film after the upload'
                : isWarned && problems.length === 0
                  ? 'Submit anyway'
                  : 'Submit film'}
        </button>
      </div>
    </form>
  )
}

function statedBy({ location, captured_at: time }: Given): StatedClaims {
  return { place: location, capturedAt: secondsOf(time ?? '') }
}

/** Converts the value of a `datetime-local` field to epoch seconds; `undefined` if it is empty. */
export function secondsOf(time: string): number | undefined {
  return time === '' ? undefined : Date.parse(time) / 1_000
}
