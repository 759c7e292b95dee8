import { expect } from '@playwright/test'
import type { Network } from './sandbox-chain.ts'

/** What a tool answers, whichever client asked. */
export type ToolAnswer = {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content: { text: string }[]
}
export type CallTool = (name: string, args?: object) => Promise<ToolAnswer>

/** Posts a bounty of 50 USDC with an agent's tools, and waits until it is on the board. @returns its id */
export async function postWithTools(call: CallTool, network: Network): Promise<string> {
  const posted = await call('cairn_post_bounty', {
    title: `An agent's bounty on ${network}`,
    brief: 'Walk around it once, slowly, in daylight.',
    amount_usdc: 50,
    deadline_days: 1,
    network,
  })
  expect(posted.structuredContent, posted.content[0]?.text).toMatchObject({ status: 'paid' })
  const bountyId = String(posted.structuredContent?.bounty_id)
  await becomes(call, bountyId, 'open')
  return bountyId
}

export async function becomes(call: CallTool, bountyId: string, status: string): Promise<void> {
  const read = async () => {
    const { structuredContent } = await call('cairn_bounty_status', { bounty_id: bountyId })
    return (structuredContent as { bounties: { status: string }[] }).bounties[0]?.status
  }
  await expect.poll(read, { timeout: 30_000 }).toBe(status)
}
