// Operations that exist in a sandbox only: move the clock, fund a wallet.

import { getAddress } from 'viem'
import { z } from 'zod'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { describeIgnored } from '#lib/domain/text/ignored-members'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { advanceClock as runAdvanceClock } from '#lib/services/clock/advance-clock'
import { grantAtomic, fundWallet as runFundWallet } from '#lib/services/faucet/fund-wallet'

const exampleAddress = '0x3333333333333333333333333333333333333333'
const exampleEndpoints = [
  { network: 'eip155:8453', rpc_url: 'http://127.0.0.1:8545' },
  { network: 'eip155:5042', rpc_url: 'http://127.0.0.1:8546' },
]

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

const addressRule = 'must be an address: 0x and 40 hexadecimal digits'

const grantInput = z.object({
  address: z
    .string({
      error: ({ input }) => (input === undefined ? `is required and ${addressRule}` : addressRule),
    })
    .regex(/^0x[0-9a-fA-F]{40}$/, addressRule)
    .transform((address) => getAddress(address))
    .meta({ description: 'The wallet that gets the money.' }),
})

/** An address under another name is found by the names of the members that were ignored. */
function readGrant(body: unknown): z.output<typeof grantInput> {
  try {
    return parseInput(grantInput, body)
  } catch (error) {
    const ignored = describeIgnored(body, Object.keys(grantInput.shape))
    if (!(error instanceof CairnError) || ignored === undefined) throw error
    throw new CairnError(error.code, `${error.message}. ${ignored}`, { field: error.field })
  }
}

const grantSchema = z.object({
  address: z.string(),
  granted_usdc: z.string().meta({ description: 'On each network, in USDC.' }),
  networks: z.array(z.string()).meta({ description: 'CAIP-2.' }),
  endpoints: z
    .array(
      z.object({
        network: z.string().meta({ description: 'CAIP-2.' }),
        rpc_url: z.url().meta({ description: 'On the machine that runs this service.' }),
      }),
    )
    .meta({ description: 'The JSON-RPC endpoint of each local chain.' }),
})

/** In the sandbox only. */
export const fundWallet = defineOperation({
  name: 'fundWallet',
  method: 'POST',
  path: '/api/sandbox/faucet',
  summary: 'Get test money',
  description: 'Gives a wallet test USDC and gas on both local chains.',
  request: { body: grantInput },
  parse: ({ body }) => readGrant(body),
  output: grantSchema,
  errors: ['invalid_request', 'not_found'],
  example: {
    body: { address: exampleAddress },
    output: {
      address: exampleAddress,
      granted_usdc: formatUsdc(grantAtomic),
      networks: exampleEndpoints.map(({ network }) => network),
      endpoints: exampleEndpoints,
    },
  },
  existsIn: (env) => env.mode === 'sandbox',
  run: ({ ctx, input }) => runFundWallet({ ctx, input }),
})

export const sandbox = [advanceClock, fundWallet]
