import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAuditMoney } from '#lib/cli/audit-money-run'
import { compiledCode } from '#sandbox/compiled-code'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

const root = join(import.meta.dirname, '../..')

let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
  await fixture.payBounty({ network: 'eip155:8453', amountUsdc: 50 })
  await fixture.payBounty({ network: 'eip155:5042', amountUsdc: 60 })
  await fixture.run()
  await fixture.payBounty({ network: 'eip155:5042', amountUsdc: 70 })
})
afterAll(() => fixture.close())

type Ran = { status: number | null; stdout: string; stderr: string }

/** The settings of an operator who has no key. */
function settingsWith(changes: Record<string, string>): Record<string, string> {
  const {
    RELAYER_KEY: _relayer,
    TREASURY_KEY: _treasury,
    OPERATOR_KEY: _operator,
    ...settings
  } = fixture.settings
  return { ...settings, ...changes }
}

/** The command without its process. */
async function run(changes: Record<string, string> = {}, given: string[] = []): Promise<Ran> {
  const out = { stdout: '', stderr: '' }
  const status = await runAuditMoney({
    given,
    variables: settingsWith(changes),
    print: (text) => {
      out.stdout += text
    },
    complain: (text) => {
      out.stderr += text
    },
  })
  return { status, ...out }
}

/** Runs the command as an operator would, in an empty folder and without a key. */
async function runProcess(changes: Record<string, string> = {}, args: string[] = []): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-audit-'))
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', join(root, 'lib/cli/audit-money.ts'), ...args],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: compiledCode,
        ...settingsWith(changes),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const out = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      out[name] += chunk.toString()
    })
  const status = await new Promise<number | null>((done) => child.once('close', done))
  rmSync(folder, { recursive: true })
  return { status, ...out }
}

test('everything right: status 0, a table for each network with its block', async () => {
  const ran = await run()
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  expect(ran.stdout).toContain('Base (eip155:8453)')
  expect(ran.stdout).toContain('Arc (eip155:5042)')
  expect(ran.stdout).toMatch(/less our open bounties +60\.000000 USDC/)
  expect(ran.stdout).toMatch(/less in flight +70\.000000 USDC/)
  expect(ran.stdout).toContain('every unit is where it should be')
})

test('in a sandbox’s folder it takes the sandbox’s settings', { tags: 'thorough' }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'cairn-home-'))
  const lines = Object.entries(fixture.settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(home, 'sandbox.env'), `${lines.join('\n')}\n`)
  const none = Object.fromEntries(Object.keys(fixture.settings).map((name) => [name, undefined as never]))
  const ran = await runProcess({ ...none, CAIRN_HOME: home })
  rmSync(home, { recursive: true })
  expect(ran).toMatchObject({ status: 0, stderr: '' })
})

test('rebuilt from the chain, the ledger has the same entries', { tags: 'thorough' }, async () => {
  const lines = () => fixture.ctx.sql`
    select chain_id, block, tx_hash, log_index, kind, from_address, to_address, amount_atomic, ref, onchain_id, refund_to
    from ledger_entry order by chain_id, block, log_index`
  expect(await run()).toMatchObject({ status: 0 })
  const before = await lines()
  expect(before.length).toBeGreaterThan(3)
  expect(await run({}, ['--rebuild'])).toMatchObject({ status: 0 })
  expect(await lines()).toEqual(before)
})

test('a missing unit: status 1, its sentence and its transaction', async () => {
  const network = fixture.networkOf('eip155:8453')
  await fixture.transfer(network, fixture.stranger, network.escrow, 1n)
  await fixture.transfer(network, fixture.stranger, fixture.ctx.env.treasury, 5n)
  const hash = await fixture.transfer(network, fixture.ctx.env.treasury, `0x${'de'.repeat(20)}`, 1n)
  const ran = await runProcess()
  expect(ran.status).toBe(1)
  expect(ran.stdout).toMatch(/DIFFERENCE \(must be zero\) +-0\.000001 USDC/)
  expect(ran.stdout).toContain('VIOLATION outflow_without_bounty on eip155:8453')
  expect(ran.stdout).toContain(hash)
  expect(ran.stdout).toContain('NOTICE escrow_surplus')
  // Exact to the atomic unit, for any sender.
  await fixture.transfer(network, fixture.stranger, fixture.ctx.env.treasury, 1n)
  await fixture.transfer(network, fixture.ctx.env.treasury, fixture.stranger, 5n)
  expect((await run()).status).toBe(0)
})

test.each([
  [
    'a chain that does not answer',
    { RPC_URLS_8453: 'http://127.0.0.1:9' },
    /COULD NOT CHECK: The chain could not be read/,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' },
    /COULD NOT CHECK/,
  ],
  ['settings that are missing', { RPC_URLS_8453: '' }, /COULD NOT CHECK: .*RPC_URLS_8453/s],
])('%s: status 2, and nothing is called right', async (_, changes, said) => {
  const ran = await run(changes)
  expect(ran.status).toBe(2)
  expect(ran.stdout + ran.stderr).toMatch(said)
  expect(ran.stdout).not.toContain('every unit is where it should be')
  expect(ran.stdout + ran.stderr).not.toContain('postgres://')
})

test('wrong usage says how it is used: status 2', async () => {
  const ran = await run({}, ['--force'])
  expect(ran).toMatchObject({ status: 2, stdout: '' })
  expect(ran.stderr).toContain('--rebuild')
  expect(await run({}, ['--help'])).toMatchObject({ status: 0 })
})
