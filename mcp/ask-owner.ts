import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Confirmation } from './order-bounty.ts'
import { Refusal } from './refusal.ts'

/** Shorter than the validity of the price, which is ten minutes. */
const timeoutMs = 300_000

/** Asks the person behind the client, by elicitation. @throws Refusal unless they agree */
export async function askOwner(server: Server, order: Confirmation, signal: AbortSignal): Promise<void> {
  if (!server.getClientCapabilities()?.elicitation?.form)
    throw new Refusal(
      `A bounty of ${order.amountUsdc} USDC needs to be confirmed, and this client cannot ask (it lacks elicitation): no signature was made. The owner of the server can set CAIRN_CONFIRM_BOUNTIES=never to post bounties within the caps without being asked.`,
    )
  const { action, content } = await server
    .elicitInput(
      {
        message: `Pay ${order.amountUsdc} USDC on ${order.network} to ${order.payee}, into escrow, for this bounty?\n\n${order.title}\n\n${order.brief}\n\n${order.buys ? `The service understood: ${order.buys}\n\n` : ''}It goes to the contributor whose submission is accepted, or back to this wallet when the bounty is cancelled or its deadline passes.`,
        requestedSchema: {
          type: 'object',
          properties: { pay: { type: 'boolean', title: `Pay ${order.amountUsdc} USDC`, default: false } },
          required: ['pay'],
        },
      },
      { timeout: timeoutMs, signal },
    )
    .catch((cause: unknown) => {
      throw new Refusal('The payment was not confirmed: no signature was made.', { cause })
    })
  if (action !== 'accept' || content?.pay !== true)
    throw new Refusal('The owner did not agree to pay: no signature was made.')
}
