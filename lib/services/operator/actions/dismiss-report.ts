import 'server-only'
import { CairnError } from '#lib/domain/errors'
import { defineAction } from '#lib/services/operator/action'
import { reportedInput, subjectText } from '#lib/services/operator/moderated-input'
import { isReported } from '#lib/services/reports/is-reported'
import { settleReport } from '#lib/services/reports/take-measure'

const noReport = 'No report of this waits for a decision.'

/** Decides the reports of a subject without a measure against it. */
export const dismissReport = defineAction({
  name: 'dismiss_report',
  input: reportedInput,
  subjectOf: ({ kind, id }) => ({ kind, id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const isWaiting = await isReported({ ctx, input })
    return {
      title: `Dismiss the report of ${subjectText(input)}`,
      effect:
        'The report leaves the queue, and nothing else changes. Nobody is told; your reason is for the log. If it is reported again, it waits again.',
      guard: 'A report of it waits for a decision.',
      refusal: isWaiting ? null : noReport,
    }
  },
  run: async ({ tx, input: { kind, id } }) => {
    const isSettled = await settleReport(tx, { kind, subjectId: id }, 'dismissed')
    if (!isSettled) throw new CairnError('conflict', noReport)
    return { result: { kind, id } }
  },
})
