import { z } from 'zod'
import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { advanceClock as run } from '#lib/services/clock/advance-clock'

const maxAdvanceSeconds = 366 * 86_400

const body = z.object({
  advance_seconds: z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1: time only moves forward')
    .max(maxAdvanceSeconds, `must be at most ${maxAdvanceSeconds}`)
    .meta({ description: 'How far to move the time of the service and of both chains.' }),
})
const output = z.object({
  now: z.iso.datetime().meta({ description: 'The time of the service after the move.' }),
  offset_seconds: z.int().meta({ description: 'How far it runs ahead of real time in all.' }),
})

/** In the sandbox only. */
export const advanceClock = defineOperation({
  name: 'advanceClock',
  method: 'POST',
  path: '/api/sandbox/clock',
  summary: 'Move time forward',
  description: 'Moves the service and both local chains together, so that a deadline can be watched passing.',
  request: { body },
  output,
  errors: ['invalid_request', 'not_found', 'unavailable'],
  existsIn: (env) => env.mode === 'sandbox',
  parse: ({ body: given }) => parseInput(body, given),
  run: async ({ ctx, input }) => {
    const moved = await run({ ctx, input: { advanceSeconds: input.advance_seconds } })
    return { now: moved.now.toISOString(), offset_seconds: moved.offsetSeconds }
  },
})
