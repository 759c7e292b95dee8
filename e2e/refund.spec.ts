import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseEther,
  parseEventLogs,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { bountyEscrowAbi } from '../contracts/generated/bounty-escrow.ts'
import { bountyEscrowV2Abi } from '../contracts/generated/bounty-escrow-v2.ts'
import { expect, test } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'
import { advanceClock, chainOf, setBlacklisted, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const network = 'eip155:8453'
const { rpc_url: rpcUrl, usdc, escrow } = facts.networks[network]!
const chain = chainOf(network)
const poster = privateKeyToAccount(facts.wallets.poster.private_key)
const stranger = privateKeyToAccount(facts.wallets.contributor.private_key)
const payer = privateKeyToAccount(generatePrivateKey())
const amount = 50_000_000n
const day = 86_400

// An unavailable endpoint causes an error in the console too.
test.use({ allowedErrors: /Failed to load resource/ })

async function send(account: typeof poster, to: Hex, data: Hex): Promise<Hex> {
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })
  return wallet.sendTransaction({ to, data, chain: null })
}

/** Posts a bounty in the contract that no service knows. @returns its number */
async function postInContract(): Promise<bigint> {
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, amount] })
  await chain.waitForTransactionReceipt({ hash: await send(poster, usdc, approve) })
  const { timestamp } = await chain.getBlock()
  const ref = keccak256(toHex(`${payer.address} ${timestamp} ${Math.random()}`))
  const args = [ref, payer.address, amount, Number(timestamp) + day] as const
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'post', args })
  const receipt = await chain.waitForTransactionReceipt({ hash: await send(poster, escrow, data) })
  const [log] = parseEventLogs({ abi: bountyEscrowAbi, eventName: 'BountyPosted', logs: receipt.logs })
  return log!.args.id
}

async function sendToEscrow(from: Hex, data: Hex): Promise<void> {
  await chain.impersonateAccount({ address: from })
  const hash = await chain.sendTransaction({ account: from, chain: null, to: escrow, data })
  expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
}

/** Accepts it for a contributor, with a separate operator key, so that no nonce of the service is used. */
async function acceptInContract(id: bigint, contributor: Hex): Promise<void> {
  const abi = bountyEscrowV2Abi
  const owner = await chain.readContract({ address: escrow, abi, functionName: 'owner' })
  const operator = privateKeyToAccount(generatePrivateKey()).address
  await chain.setBalance({ address: operator, value: parseEther('1') })
  const allow = (allowed: boolean) =>
    sendToEscrow(owner, encodeFunctionData({ abi, functionName: 'setOperator', args: [operator, allowed] }))
  await allow(true)
  const args = [id, contributor, toHex('film', { size: 32 })] as const
  await sendToEscrow(operator, encodeFunctionData({ abi, functionName: 'release', args }))
  await allow(false)
}

/** The file itself, opened from disk. */
function fileUrl(facts: Record<string, string>): string {
  const link = new URLSearchParams({ chain: '8453', rpc: rpcUrl, escrow, ...facts })
  return `${pathToFileURL(join(import.meta.dirname, '../public/refund.html')).href}#${link}`
}

/** A wallet in the page that signs in this process and sends to the sandbox's chain. */
async function injectWallet(
  page: Page,
  options: { chainId?: number; refuses?: boolean; account?: typeof poster } = {},
): Promise<string[]> {
  const asked: string[] = []
  const account = options.account ?? stranger
  let chainId = options.chainId ?? 8453
  await page.exposeFunction('walletRequest', async (method: string, params: unknown[]) => {
    asked.push(method)
    if (method === 'eth_requestAccounts') return { result: [account.address] }
    if (method === 'eth_chainId') return { result: toHex(chainId) }
    if (method === 'wallet_switchEthereumChain') {
      chainId = Number((params[0] as { chainId: string }).chainId)
      return { result: null }
    }
    if (method === 'eth_signTypedData_v4')
      return { result: await account.signTypedData(JSON.parse(params[1] as string)) }
    if (method === 'eth_sendTransaction') {
      if (options.refuses) return { error: { code: 4001, message: 'User rejected the request.' } }
      const call = params[0] as { to: Hex; data: Hex }
      return { result: await send(account, call.to, call.data) }
    }
    return { result: await chain.request({ method, params } as never) }
  })
  await page.addInitScript(() => {
    const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
      const ask = (window as unknown as { walletRequest: (...args: unknown[]) => Promise<Answer> })
        .walletRequest
      const { result, error } = await ask(method, params ?? [])
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    }
    const detail = { info: { uuid: 'a test', name: 'Test Wallet' }, provider: { request } }
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
  })
  return asked
}
type Answer = { result?: unknown; error?: { code: number; message: string } }

const heading = (page: Page) => page.getByRole('heading', { level: 2 })
const sendBack = (page: Page) => page.getByRole('button', { name: 'Send 50 USDC back with Test Wallet' })

test('from its deadline and grace on, a stranger sends the money back, and the payer is whole', async ({
  page,
}) => {
  const id = await postInContract()
  await injectWallet(page, { chainId: 1 })
  await page.goto(fileUrl({ id: String(id) }))
  await expect(heading(page)).toHaveText(`Bounty ${id} is open`)
  await expect(page.getByText('50USDC on Base (8453)')).toBeVisible()
  await expect(page.getByText(payer.address.toLowerCase()).first()).toBeVisible()
  await expect(sendBack(page)).toHaveCount(0)
  await assertLooksRight(page)

  await advanceClock(day)
  await page.reload()
  await expect(heading(page)).toHaveText(`Bounty ${id} has ended`)
  await expect(page.getByText('Anyone can send it back in 2 days 23 hours')).toBeVisible()
  await expect(sendBack(page)).toHaveCount(0)

  await advanceClock(3 * day)
  await page.reload()
  await expect(heading(page)).toHaveText(`Bounty ${id} can be refunded now`)
  await assertLooksRight(page)
  expect(await usdcOf(network, payer.address)).toBe(0n)
  await sendBack(page).click()
  await expect(heading(page)).toHaveText(`Bounty ${id} was refunded`)
  expect(await usdcOf(network, payer.address)).toBe(amount)
  const hash = (await page.locator('[data-sent]').getAttribute('data-sent')) as Hex
  const receipt = await chain.getTransactionReceipt({ hash })
  expect([receipt.from, receipt.status]).toEqual([stranger.address.toLowerCase(), 'success'])
  await assertLooksRight(page)
})

test('a call that the chain would refuse is explained in words, and not sent', { tag: '@thorough' }, async ({
  page,
}) => {
  const id = await postInContract()
  await advanceClock(4 * day)
  const asked = await injectWallet(page)
  await setBlacklisted(network, payer.address, true)
  try {
    await page.goto(fileUrl({ id: String(id) }))
    await sendBack(page).click()
    await expect(page.getByText('The token refuses the transfer right now')).toContainText(
      'Nothing was sent.',
    )
    expect(asked).not.toContain('eth_sendTransaction')
  } finally {
    await setBlacklisted(network, payer.address, false)
  }
  // Sent by another account meanwhile.
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args: [id] })
  await chain.waitForTransactionReceipt({ hash: await send(poster, escrow, data) })
  await sendBack(page).click()
  await expect(page.getByText('This bounty is no longer open')).toBeVisible()
  expect(asked).not.toContain('eth_sendTransaction')
})

test('an accepted contributor whom the token refuses names another address, and is paid there', async ({
  page,
}) => {
  const refused = privateKeyToAccount(generatePrivateKey())
  const other = privateKeyToAccount(generatePrivateKey()).address
  await chain.setBalance({ address: refused.address, value: parseEther('1') })
  const id = await postInContract()
  await setBlacklisted(network, refused.address, true)
  await acceptInContract(id, refused.address)
  const asked = await injectWallet(page, { account: refused })
  await page.goto(fileUrl({ id: String(id) }))
  await expect(heading(page)).toHaveText(`Bounty ${id} can be paid now`)
  const payOut = page.getByRole('button', { name: 'Pay 50 USDC out with Test Wallet' })
  await payOut.click()
  await expect(page.getByText('The token refuses the transfer right now')).toContainText('Nothing was sent.')
  await page.getByText('Sign for a different address').click()
  const sign = page.getByRole('button', { name: 'Sign with Test Wallet' })
  await sign.click()
  await expect(page.getByText('Use an address of 0x and 40 hex digits, other than')).toBeVisible()
  await page.getByLabel('New address').fill(other)
  await sign.click()
  const sendIt = page.getByRole('button', { name: 'Send the new address with Test Wallet' })
  await expect(sendIt).toBeVisible()
  expect(asked).not.toContain('eth_sendTransaction')
  await assertLooksRight(page)
  await sendIt.click()
  await expect(page.getByText(`Changed: 50 USDC will go to ${other.toLowerCase()}`)).toBeVisible()
  await payOut.click()
  await expect(heading(page)).toHaveText(`Bounty ${id} was paid out`)
  expect([await usdcOf(network, other), await usdcOf(network, refused.address)]).toEqual([amount, 0n])
})

test('only the wallet that is owed the money can sign for another address', { tag: '@thorough' }, async ({
  page,
}) => {
  const id = await postInContract()
  const asked = await injectWallet(page)
  await page.goto(fileUrl({ id: String(id) }))
  await expect(heading(page)).toHaveText(`Bounty ${id} is open`)
  await page.getByText('Sign for a different address').click()
  await page.getByLabel('New address').fill(stranger.address)
  await page.getByRole('button', { name: 'Sign with Test Wallet' }).click()
  await expect(page.getByText(`only ${payer.address.toLowerCase()} can sign`)).toBeVisible()
  expect(asked).not.toContain('eth_signTypedData_v4')
})

test('a rejection in the wallet sends nothing; if there is no wallet the page shows the call data', {
  tag: '@thorough',
}, async ({ page, context }) => {
  const id = await postInContract()
  await advanceClock(4 * day)
  await injectWallet(page, { refuses: true })
  await page.goto(fileUrl({ id: String(id) }))
  await sendBack(page).click()
  await expect(page.getByText('You rejected the request in the wallet. Nothing was sent.')).toBeVisible()

  const bare = await context.newPage()
  await bare.goto(fileUrl({ id: String(id) }))
  await expect(bare.getByText('This page found no wallet in this browser')).toBeVisible()
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args: [id] })
  await expect(bare.getByText(data)).toBeVisible()
  const before = await usdcOf(network, payer.address)
  await chain.waitForTransactionReceipt({ hash: await send(stranger, escrow, data) })
  expect(await usdcOf(network, payer.address)).toBe(before + amount)
})

test('a bounty that could not be read is never shown as missing', { tag: '@thorough' }, async ({ page }) => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ id: '1', rpc: 'http://127.0.0.1:3' }, /^Could not check$/],
    [{ id: '999999' }, /^No such bounty$/],
    [{ id: '1', escrow: `0x${'12'.repeat(20)}` }, /^No contract there$/],
    [{ id: '1', escrow: usdc }, /^Another contract$/],
    [{ id: '1', chain: '5042' }, /^Another network$/],
  ]
  for (const [changes, title] of cases) {
    await page.goto('about:blank')
    await page.goto(fileUrl(changes))
    await expect(heading(page)).toHaveText(title)
    await assertLooksRight(page)
  }
  await page.goto('about:blank')
  await page.goto(fileUrl({ id: '1', rpc: `${facts.base_url}/api/health` }))
  await expect(heading(page)).toHaveText('Could not check')
})

test('a contract that only looks like the escrow gets no signature', { tag: '@thorough' }, async ({
  page,
}) => {
  const id = await postInContract()
  await advanceClock(4 * day)
  const code = (await chain.getCode({ address: escrow }))!
  const copy: Hex = `0x${'c0'.repeat(20)}`
  // One byte of its error text differs; its storage, and so what it reports about itself, is copied from the real contract.
  await chain.setCode({ address: copy, bytecode: `${code.slice(0, -2)}00` as Hex })
  const asked = await injectWallet(page)
  await page.goto(fileUrl({ id: String(id), escrow: copy }))
  await expect(page.getByRole('alert')).toContainText('is not the escrow that this page knows')
  await expect(sendBack(page)).toHaveCount(0)
  expect(asked).toEqual([])
  const data = encodeFunctionData({ abi: bountyEscrowAbi, functionName: 'refund', args: [id] })
  await chain.waitForTransactionReceipt({ hash: await send(stranger, escrow, data) })
})

test('what is wrong in the form is said beside it, and nothing is asked', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto(fileUrl({}))
  await page.getByLabel('RPC endpoint').fill('ftp://example')
  await page.getByLabel('Escrow contract').fill('0x12')
  await page.getByLabel('Bounty number').fill('0')
  await page.getByRole('button', { name: 'Look up the bounty' }).click()
  for (const text of [
    'Use an http or https address.',
    'Use an address of 0x and 40 hex digits.',
    'Use a number from 1 up.',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(heading(page)).toHaveText('What you need')
  await assertLooksRight(page)
})

test('the site serves the same file', async ({ request }) => {
  const answer = await request.get('/refund.html')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('Emergency refund')
})
