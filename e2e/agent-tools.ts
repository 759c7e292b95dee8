import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Network } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// The published package of tools for agents, as journeys install and call it.

const names: Record<Network, string> = { 'eip155:8453': 'Base', 'eip155:5042': 'Arc' }
const root = join(import.meta.dirname, '..')
const berlin = sandboxFacts().samples.find((path) => path.includes('berlin'))!

/** The demo capture of Berlin. */
export const observationId = createHash('sha256').update(readFileSync(berlin)).digest('hex')
/** An area and a time window that contain the capture, however far the sandbox's clock was moved. */
export const area = {
  aoi: { type: 'Point', coordinates: [13.4094, 52.5208] },
  radius_m: 800,
  from: '2020-01-01',
}

/** Builds the package in its published form, without the address of a service. @returns the path of its program */
export function buildPackage(): string {
  execFileSync(process.execPath, ['--conditions=react-server', 'mcp/build.ts'], {
    cwd: root,
    env: { ...process.env, CAIRN_URL: '' },
  })
  return join(root, 'mcp/dist/cairn-mcp.js')
}

/** Downloads the program as the guide says. @returns its path */
export async function downloadTools(folder: string): Promise<string> {
  const answer = await fetch(`${sandboxFacts().base_url}/cairn-mcp.mjs`)
  expect(answer.status).toBe(200)
  const program = join(folder, 'cairn-mcp.mjs')
  writeFileSync(program, await answer.text())
  return program
}

/** The answer of a tool, in the same form from any client. */
export type ToolAnswer = {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content: { text: string }[]
}
export type CallTool = (name: string, args?: object) => Promise<ToolAnswer>

/** Posts a bounty of 50 USDC with an agent's tools, and waits until it is on the board. @returns its id */
export async function postWithTools(call: CallTool, network: Network): Promise<string> {
  const posted = await call('cairn_post_bounty', {
    title: `An agent's bounty on ${names[network]}`,
    brief: 'Walk around it once, slowly, in daylight.',
    amount_usdc: 50,
    deadline_days: 1,
    network,
    pay_without_place: true,
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
  await expect.poll(read, { timeout: 120_000, intervals: [100, 250] }).toBe(status)
}
