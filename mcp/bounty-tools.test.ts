import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { changeBounty } from './bounty-tools.ts'
import type { OrderContext } from './order-bounty.ts'
import { stdioTools } from './stdio-tools.ts'

const callOf = (name: string) => stdioTools.find(({ tool }) => tool.name === name)!.call
const cancel = {
  tool: 'cairn_cancel_bounty',
  call: callOf('cairn_cancel_bounty'),
  status: callOf('cairn_bounty_status'),
}
const ctx = { orders: { list: async () => [] } } as unknown as OrderContext

test('a change without bounty_id is refused by naming the argument, and one of an unknown bounty by its id', async () => {
  await expect(changeBounty(ctx, cancel, {})).rejects.toThrow(
    /^bounty_id must be given\. Nothing was changed\./,
  )
  await expect(changeBounty(ctx, cancel, { bounty_id: 'bty_1' })).rejects.toThrow(
    'This server holds no token for the bounty "bty_1".',
  )
})

test.each([
  ['cancelling', true],
  ['cancelled', true],
  ['accepted', false],
])(
  'a second cancellation of a bounty that is %s is answered with the bounty: %s',
  async (status, isAnswered) => {
    const service = createServer(({ method }, response) => {
      response.statusCode = method === 'POST' ? 409 : 200
      const refusal = { error: 'not_open', message: `This one is ${status}.`, request_id: 'x' }
      response.end(JSON.stringify(method === 'POST' ? refusal : { bounty_id: 'bty_1', status }))
    })
    await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const order = { answer: { bounty_id: 'bty_1', agent_token: 'token' } }
    const known = {
      payer: { settings: { url } },
      orders: { list: async () => [order] },
    } as unknown as OrderContext
    const changed = changeBounty(known, cancel, { bounty_id: 'bty_1' })
    if (isAnswered) expect(await changed).toEqual({ bounty_id: 'bty_1', status })
    else await expect(changed).rejects.toThrow('This one is accepted. (not_open)')
    service.close()
  },
)
