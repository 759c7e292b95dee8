import 'server-only'
import { z } from 'zod'
import { queueForecastAgain, refusalOfForecast } from '#lib/services/media/forecast-status'
import { defineAction } from '#lib/services/operator/action'

/** Queues the forecast of a model again, also if no job of it is left. */
export const retryForecast = defineAction({
  name: 'retry_forecast',
  input: z.object({ submission_id: z.string().max(64) }),
  subjectOf: ({ submission_id: id }) => ({ kind: 'submission', id }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const refusal = await refusalOfForecast({ db: ctx.db, submissionId: input.submission_id })
    return {
      title: 'Make the forecast again',
      effect: `A worker forecasts the model of submission ${input.submission_id} once more; that takes seconds to minutes. No money is moved by this.`,
      guard: 'Its forecast has failed, its film is stored, and its bounty is open.',
      refusal,
    }
  },
  run: async ({ tx, input }) => {
    await queueForecastAgain({ tx, submissionId: input.submission_id })
    return { result: {} }
  },
})
