import 'server-only'
import type { Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import type { JobName } from '#lib/domain/film/job-names'
import { failPreview } from '#lib/services/media/fail-preview'
import { endForecast } from '#lib/services/media/forecast-status'
import { failModel } from '#lib/services/media/model-status'
import { giveUpChecking } from '#lib/services/media/unchecked-film'
import { defineAction } from '#lib/services/operator/action'
import {
  askedJobInput,
  jobWords,
  type KnownJob,
  loadJob,
  removeJob,
} from '#lib/services/operator/jobs/known-job'

const lost: Record<JobName, string> = {
  inspect:
    'The film stays unchecked. Its submission says that this was our fault, it gets a preview all the same, and the poster can still accept it.',
  preview: 'The film gets no preview. Its poster has to decide by the check alone.',
  forecast:
    'The film gets no forecast. Its page says that no model could be made, and that the film is not at fault.',
  reconstruct:
    'No model is made of the film. The film stays accepted and paid, and the original is delivered; the model can be queued again.',
}

/** Removes a job from its queue, and records that on the submission that waits for it. */
export const dropJob = defineAction({
  name: 'drop_job',
  input: askedJobInput,
  subjectOf: ({ job_id: id }) => ({ kind: 'job', id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const job = await loadJob({ db: ctx.db, asked: input })
    const loss =
      job.state === 'dead'
        ? 'Only this entry goes: what came of its failure stands with the submission already.'
        : lost[job.queue]
    return {
      title: `Drop the ${jobWords[job.queue]}`,
      effect: `${loss} It is for submission ${job.submissionId}. No money is moved by this.`,
      guard: 'The film is stored: the first job of a film also stores it, and cannot be dropped before that.',
      refusal: refusalOf(job),
    }
  },
  run: async ({ tx, input }) => {
    const job = await loadJob({ db: tx, asked: input, lock: true })
    const refusal = refusalOf(job)
    if (refusal !== null) throw new CairnError('conflict', refusal)
    await removeJob({ tx, job })
    await ends[job.queue](tx, job.submissionId)
    return { result: { submission_id: job.submissionId, was: job.state } }
  },
})

function refusalOf(job: KnownJob): string | null {
  return job.queue === 'inspect' && !job.isKept
    ? 'The film is not in the store yet, and this job is what brings it there. Repair the store, then try it again.'
    : null
}

const ends: Record<JobName, (tx: Tx, submissionId: string) => Promise<unknown>> = {
  inspect: giveUpChecking,
  preview: (tx, submissionId) => failPreview(tx, submissionId, 'dropped by an operator'),
  forecast: (tx, submissionId) =>
    endForecast(tx, submissionId, { status: 'failed', why: 'dropped by an operator' }),
  reconstruct: (tx, submissionId) =>
    failModel(tx, submissionId, 'An operator stopped making the model. It can be tried again.'),
}
