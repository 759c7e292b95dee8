import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import {
  area,
  becomes,
  type CallTool,
  downloadTools,
  observationId,
  postWithTools,
  type ToolAnswer,
} from './agent-tools.ts'
import { expect, test } from './answers.ts'
import { type Network, networks, onEachNetwork, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const root = join(import.meta.dirname, '..')

let home: string
let program: string
test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cairn-agent-'))
  program = await downloadTools(home)
})
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs the program as its owner does, with a client of the SDK and an owner who agrees to payments. */
async function withTools(
  settings: Record<string, string>,
  use: (call: CallTool) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'journey', version: '1' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { pay: true } }))
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program],
      env: { CAIRN_URL: facts.base_url, CAIRN_HOME: join(home, 'nobody'), ...settings },
      stderr: 'ignore',
    }),
  )
  try {
    await client.listTools()
    await use(
      (name, args = {}) =>
        client.callTool({ name, arguments: args as Record<string, unknown> }) as Promise<ToolAnswer>,
    )
  } finally {
    await client.close()
  }
}

// Each owner has a separate folder, and so a separate budget.
const agent = () => ({
  CAIRN_WALLET_KEY: facts.wallets.agent.private_key,
  CAIRN_HOME: join(home, 'agent'),
})
const poster = () => ({
  CAIRN_WALLET_KEY: facts.wallets.poster.private_key,
  CAIRN_HOME: join(home, 'poster'),
  CAIRN_MAX_PER_BOUNTY: '50',
  CAIRN_MAX_PER_DAY: '150',
})

for (const network of networks) {
  test(
    `an agent looks up what it wants to know on ${network}, and is told what it cost`,
    onEachNetwork(network),
    async () => {
      const before = await usdcOf(network, facts.wallets.agent.address)
      await withTools(agent(), async (call) => {
        const found = await call('cairn_query_coverage', { ...area, network })
        expect(found.structuredContent, found.content[0]?.text).toMatchObject({
          payment: { amount_usdc: '0.01', network },
        })
        const { observations } = found.structuredContent as { observations: { observation_id: string }[] }
        expect(observations.map((one) => one.observation_id)).toContain(observationId)
        const one = await call('cairn_get_observation', { observation_id: observationId, network })
        expect(one.structuredContent).toMatchObject({
          observation_id: observationId,
          payment: { amount_usdc: '0.005', network },
          budgets_left: { session_usdc: '0.985' },
        })
      })
      expect(await usdcOf(network, facts.wallets.agent.address)).toBe(before - 15_000n)
    },
  )

  test(
    `an agent posts a bounty on ${network}, watches it, and cancels it in another session`,
    onEachNetwork(network),
    async () => {
      const before = await usdcOf(network, facts.wallets.poster.address)
      let bountyId = ''
      await withTools(poster(), async (call) => {
        bountyId = await postWithTools(call, network)
        expect(await usdcOf(network, facts.wallets.poster.address)).toBe(before - 50_000_000n)
      })
      await withTools(poster(), async (call) => {
        const cancelled = await call('cairn_cancel_bounty', { bounty_id: bountyId })
        expect(cancelled.structuredContent).toMatchObject({ bounty_id: bountyId, status: 'cancelling' })
        await becomes(call, bountyId, 'cancelled')
        const again = await call('cairn_cancel_bounty', { bounty_id: bountyId })
        expect(again.structuredContent).toMatchObject({ bounty_id: bountyId, status: 'cancelled' })
        const all = await call('cairn_bounty_status')
        const { bounties, unanswered } = all.structuredContent as {
          bounties: { bounty_id: string }[]
          unanswered: unknown[]
        }
        expect(bounties[0]?.bounty_id).toBe(bountyId)
        expect(unanswered).toEqual([])
      })
      await backAt(network, before)
    },
  )
}

test('an agent accepts a submission, and its contributor is paid', async () => {
  const network = 'eip155:8453'
  const contributor = facts.wallets.contributor.address
  const before = await usdcOf(network, contributor)
  await withTools(poster(), async (call) => {
    const bountyId = await postWithTools(call, network)
    const handIn = ['--conditions=react-server', join(root, 'e2e/submit.ts'), bountyId, contributor]
    const submissionId = execFileSync(process.execPath, handIn, { encoding: 'utf8' }).trim()
    const seen = await call('cairn_bounty_status', { bounty_id: bountyId })
    expect(seen.structuredContent).toMatchObject({
      bounties: [{ submissions: [{ submission_id: submissionId, accepted: false }] }],
    })
    const accepted = await call('cairn_accept_submission', {
      bounty_id: bountyId,
      submission_id: submissionId,
    })
    expect(accepted.structuredContent, accepted.content[0]?.text).toMatchObject({ status: 'accepting' })
    await becomes(call, bountyId, 'accepted')
  })
  expect(await usdcOf(network, contributor)).toBe(before + 50_000_000n)
})

test('an agent without a key checks a file free of charge, and is told how to get a key', async () => {
  await withTools({}, async (call) => {
    const verified = await call('cairn_verify_provenance', { hash: observationId })
    expect(verified.structuredContent).toMatchObject({ verified: true })
    const refused = await call('cairn_query_coverage', area)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]?.text).toContain('CAIRN_WALLET_KEY')
  })
})

test('the same tools are there over HTTP, for clients that pay themselves', async () => {
  const client = new Client({ name: 'journey', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${facts.base_url}/mcp`)))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('cairn_query_coverage')
  const offered = (await client.callTool({ name: 'cairn_query_coverage', arguments: area })) as ToolAnswer
  expect(offered).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
  await client.close()
})

async function backAt(network: Network, amount: bigint): Promise<void> {
  await expect.poll(() => usdcOf(network, facts.wallets.poster.address)).toBe(amount)
}
