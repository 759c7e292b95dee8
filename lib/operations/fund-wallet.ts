import { getAddress } from 'viem'
import { z } from 'zod'
import { defineOperation } from '#lib/operations/define-operation'
import { fundWallet as run } from '#lib/sandbox/fund-wallet'
import { parseInput } from '#lib/schemas/parse'

const body = z.object({
  address: z
    .string('must be an address')
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .transform((address) => getAddress(address)),
})
const output = z.object({
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
  request: { body },
  output,
  errors: ['invalid_request', 'not_found'],
  existsIn: (env) => env.mode === 'sandbox',
  parse: ({ body: given }) => parseInput(body, given),
  run: ({ ctx, input }) => run({ ctx, input }),
})
