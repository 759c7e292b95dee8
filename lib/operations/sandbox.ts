// Operations that exist in a sandbox only: move the clock, fund a wallet.

import { getAddress } from 'viem'
import { z } from 'zod'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { advanceClock as runAdvanceClock } from '#lib/services/clock/advance-clock'
import { fundWallet as runFundWallet } from '#lib/services/faucet/fund-wallet'

const exampleAddress = '0x3333333333333333333333333333333333333333'

const maxAdvanceSeconds = 366 * 86_400

const clockInput = z.object({
  advance_seconds: z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1: time only moves forward')
    .max(maxAdvanceSeconds, `must be at most ${maxAdvanceSeconds}`)
    .meta({ description: 'How far to move the time of the service and of both chains.' }),
})
const clockSchema = z.object({
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
  ...inputFrom('body', clockInput),
  output: clockSchema,
  errors: ['invalid_request', 'not_found', 'unavailable'],
  example: {
    body: { advance_seconds: 86_400 },
    output: { now: '2026-11-22T08:00:00Z', offset_seconds: 86_400 },
  },
  existsIn: (env) => env.mode === 'sandbox',
  run: async ({ ctx, input }) => {
    const moved = await runAdvanceClock({ ctx, input: { advanceSeconds: input.advance_seconds } })
    return { now: moved.now.toISOString(), offset_seconds: moved.offsetSeconds }
  },
})

const grantInput = z.object({
  address: z
    .string('must be an address')
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .transform((address) => getAddress(address)),
})
const grantSchema = z.object({
  address: z.string(),
  granted_usdc: z.string().meta({ description: 'On each network, in USDC.' }),
  networks: z.array(z.string()),
})

/** In the sandbox only. */
export const fundWallet = defineOperation({
  name: 'fundWallet',
  method: 'POST',
  path: '/api/sandbox/faucet',
  summary: 'Get test money',
  description: 'Gives a wallet test USDC and gas on both local chains.',
  ...inputFrom('body', grantInput),
  output: grantSchema,
  errors: ['invalid_request', 'not_found'],
  example: {
    body: { address: exampleAddress },
    output: { address: exampleAddress, granted_usdc: '1000.00', networks: ['eip155:8453', 'eip155:5042'] },
  },
  existsIn: (env) => env.mode === 'sandbox',
  run: ({ ctx, input }) => runFundWallet({ ctx, input }),
})

export const sandbox = [advanceClock, fundWallet]
