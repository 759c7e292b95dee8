import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  area,
  becomes,
  buildPackage,
  type CallTool,
  observationId,
  postWithTools,
  type ToolAnswer,
} from '../agent-tools.ts'
import { networks, usdcOf } from '../sandbox-chain.ts'
import { sandboxFacts } from '../sandbox-facts.ts'

const inspector = '@modelcontextprotocol/inspector@2.12.0'
const facts = sandboxFacts()
const root = join(import.meta.dirname, '../..')

type Settings = Record<string, string>

let home: string
let program: string
test.beforeAll(() => {
  program = buildPackage()
  home = mkdtempSync(join(tmpdir(), 'cairn-inspector-'))
})
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs the inspector once: it starts the package, makes one call and ends it. State is only in the folder. */
function inspect(
  settings: Settings,
  method: string[],
): Promise<{ status: number; out: string; said: string }> {
  const given = { CAIRN_URL: facts.base_url, CAIRN_HOME: join(home, 'nobody'), ...settings }
  const args = ['--yes', `--package=${inspector}`, '--', 'mcp-inspector', '--cli']
  const server = [process.execPath, program]
  const env = Object.entries(given).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  return new Promise((done) => {
    execFile(
      'npx',
      [...args, ...server, ...env, ...method],
      { cwd: home, maxBuffer: 16_000_000 },
      (error, out, said) => done({ status: error ? Number(error.code) : 0, out, said }),
    )
  })
}

const callWith =
  (settings: () => Settings): CallTool =>
  async (tool, args = {}) => {
    const method = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)]
    const { out, said } = await inspect(settings(), method)
    expect(out, said).not.toBe('')
    return JSON.parse(out) as ToolAnswer
  }

const agent = () => ({ CAIRN_WALLET_KEY: facts.wallets.agent.private_key, CAIRN_HOME: join(home, 'agent') })
/** The command line cannot ask the owner for confirmation, so a setting allows it in advance. */
const poster = () => ({
  CAIRN_WALLET_KEY: facts.wallets.poster.private_key,
  CAIRN_HOME: join(home, 'poster'),
  CAIRN_MAX_PER_BOUNTY: '50',
  CAIRN_MAX_PER_DAY: '150',
  CAIRN_CONFIRM_BOUNTIES: 'never',
})
const callAsAgent = callWith(agent)
const callAsPoster = callWith(poster)
const callWithoutKey = callWith(() => ({}))

test('the tools of the contract are listed, with schemas that the inspector has no error to report of', async () => {
  const { status, out, said } = await inspect({}, ['--method', 'tools/list', '--strict'])
  expect(status, said).toBe(0)
  const { tools } = JSON.parse(out) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'cairn_query_coverage',
      'cairn_get_observation',
      'cairn_list_coverage',
      'cairn_verify_provenance',
      'cairn_post_bounty',
      'cairn_bounty_status',
      'cairn_accept_submission',
      'cairn_decline_submission',
      'cairn_cancel_bounty',
    ]),
  )
})

for (const network of networks) {
  test(`a query and an observation are paid on ${network}`, async () => {
    const before = await usdcOf(network, facts.wallets.agent.address)
    const found = await callAsAgent('cairn_query_coverage', { ...area, network })
    expect(found.structuredContent, found.content[0]?.text).toMatchObject({
      payment: { amount_usdc: '0.01', network },
    })
    const one = await callAsAgent('cairn_get_observation', { observation_id: observationId, network })
    expect(one.structuredContent, one.content[0]?.text).toMatchObject({
      observation_id: observationId,
      payment: { amount_usdc: '0.005', network },
    })
    expect(await usdcOf(network, facts.wallets.agent.address)).toBe(before - 15_000n)
  })

  test(`a bounty is posted on ${network}, watched, and accepted: its contributor is paid`, async () => {
    const contributor = facts.wallets.contributor.address
    const before = await usdcOf(network, contributor)
    const bountyId = await postWithTools(callAsPoster, network)
    const handIn = ['--conditions=react-server', join(root, 'e2e/submit.ts'), bountyId, contributor]
    const submissionId = execFileSync(process.execPath, handIn, { cwd: root, encoding: 'utf8' }).trim()
    const seen = await callAsPoster('cairn_bounty_status', { bounty_id: bountyId })
    expect(seen.structuredContent).toMatchObject({
      bounties: [{ submissions: [{ submission_id: submissionId, accepted: false }] }],
    })
    const chosen = { bounty_id: bountyId, submission_id: submissionId }
    const accepted = await callAsPoster('cairn_accept_submission', chosen)
    expect(accepted.structuredContent, accepted.content[0]?.text).toMatchObject({ status: 'accepting' })
    await becomes(callAsPoster, bountyId, 'accepted')
    expect(await usdcOf(network, contributor)).toBe(before + 50_000_000n)
  })
}

test('a bounty is posted and cancelled: every cent is back', async () => {
  const network = 'eip155:5042'
  const before = await usdcOf(network, facts.wallets.poster.address)
  const bountyId = await postWithTools(callAsPoster, network)
  expect(await usdcOf(network, facts.wallets.poster.address)).toBe(before - 50_000_000n)
  const cancelled = await callAsPoster('cairn_cancel_bounty', { bounty_id: bountyId })
  expect(cancelled.structuredContent, cancelled.content[0]?.text).toMatchObject({ status: 'cancelling' })
  await becomes(callAsPoster, bountyId, 'cancelled')
  const again = await callAsPoster('cairn_cancel_bounty', { bounty_id: bountyId })
  expect(again.structuredContent, again.content[0]?.text).toMatchObject({ status: 'cancelled' })
  await expect.poll(() => usdcOf(network, facts.wallets.poster.address)).toBe(before)
})

test('without a key a file is checked for free, and what costs says which setting it lacks', async () => {
  const verified = await callWithoutKey('cairn_verify_provenance', { hash: observationId })
  expect(verified.structuredContent).toMatchObject({ verified: true })
  const refused = await callWithoutKey('cairn_query_coverage', area)
  expect(refused.isError).toBe(true)
  expect(refused.content[0]?.text).toContain('CAIRN_WALLET_KEY')
})

test('a price above the cap is refused with both numbers, and nothing is signed', async () => {
  const before = await usdcOf('eip155:8453', facts.wallets.agent.address)
  const call = callWith(() => ({
    ...agent(),
    CAIRN_HOME: join(home, 'capped'),
    CAIRN_MAX_PER_CALL: '0.001',
  }))
  const refused = await call('cairn_query_coverage', { ...area, network: 'eip155:8453' })
  expect(refused.isError).toBe(true)
  expect(refused.content[0]?.text).toContain('price 0.01, cap 0.001 (USDC): no signature was made')
  // The first line of the file would record a signature.
  expect(existsSync(join(home, 'capped/spending.jsonl'))).toBe(false)
  expect(await usdcOf('eip155:8453', facts.wallets.agent.address)).toBe(before)
})
