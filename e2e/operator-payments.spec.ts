import type { Locator, Page } from '@playwright/test'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'
import { advanceClock, chainOf, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const network = 'eip155:8453'
const agent = privateKeyToAccount(facts.wallets.agent.private_key)
/** A separate wallet, so that no other balance is affected. */
const sender = privateKeyToAccount(generatePrivateKey()).address
const amountAtomic = 3_141_593n
const hourSeconds = 3_600

/** Buys a look-up, so that there is a payment to find. */
async function payForQuery(): Promise<void> {
  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(agent) }],
    spendControls: { allowedAssets: [{ network, asset: facts.networks[network]!.usdc }] },
  })
  const answer = await pay(`${facts.base_url}/api/v1/spatial/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ aoi: { type: 'Point', coordinates: [13.4094, 52.5208] }, radius_m: 100 }),
  })
  expect(answer.status).toBe(200)
}

/** Sends money to the treasury without a payment. */
async function sendUnasked(): Promise<Hex> {
  const solvency = await fetch(`${facts.base_url}/api/solvency`)
  const { networks } = (await solvency.json()) as { networks: { network: string; treasury_address: Hex }[] }
  const treasury = networks.find((one) => one.network === network)!.treasury_address
  const chain = chainOf(network)
  await chain.impersonateAccount({ address: sender })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [treasury, amountAtomic] })
  const to = facts.networks[network]!.usdc
  const hash = await chain.sendTransaction({ account: sender, chain: null, to, data })
  expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success')
  return hash
}

/** Asserts that the text to be signed can be read without horizontal scrolling. */
async function assertFits(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0)
}

async function openPayments(page: Page): Promise<void> {
  await page.goto('/operator/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
}

test('a payment is found and read; money that nothing explains is refused while young, then signed back to its sender', {
  tag: '@thorough',
}, async ({ page }) => {
  await payForQuery()
  await fetch(`${facts.base_url}/api/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: sender }),
  })
  const had = await usdcOf(network, sender)
  expect(had).toBeGreaterThan(amountAtomic)
  const transaction = await sendUnasked()

  await page.goto('/operator/payments')
  await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
  const journal = page.getByRole('region', { name: 'All payments' })
  await journal.getByLabel('Payer, nonce or transaction').fill(agent.address)
  await journal.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`payer=${agent.address}`, 'i'))
  const newest = journal.getByRole('row').nth(1)
  await expect(newest).toContainText('Area query')
  await newest.getByRole('link').first().click()

  await expect(page.getByRole('heading', { level: 1, name: /^Payment \d+$/ })).toBeVisible()
  await expect(page.getByText(/Used, and the money came to us/)).toBeVisible()
  await expect(page.getByText(/status 200, \d+ bytes compressed/)).toBeVisible()
  // The answer that was sold and the payment's signature are not shown.
  await expect(page.locator('main')).not.toContainText(/observation_id|signature|challenge/i)
  await assertLooksRight(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await openPayments(page)
  const unmatched = page.getByRole('region', { name: 'Unexplained inflows on Base' })
  const row = unmatched.getByRole('row').filter({ hasText: transaction.slice(-8) })
  await expect(row).toContainText('3.141593')
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Send back 3.141593 USDC' }).click()
  await expect(dialog.getByText(/less than 60 minutes/)).toBeVisible()
  // The button of a refused action is disabled, and the text to be signed is not cut off, also on a phone.
  await expect(dialog.getByRole('button')).toHaveText(['Go back'])
  await assertFits(dialog)
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFits(dialog)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Go back' }).click()

  await advanceClock(hourSeconds + 60)
  await row.getByRole('button', { name: 'Send back 3.141593 USDC' }).click()
  await expect(dialog.getByRole('heading', { name: 'Send back 3.141593 USDC on Base' })).toBeVisible()
  await expect(dialog).toContainText(sender)
  await dialog.getByLabel('Reason, for the audit log').fill('Its sender wrote to us.')
  await dialog.getByRole('button', { name: 'Sign and send back 3.141593 USDC' }).click()
  await expect(dialog.getByText(/^Done\. Recorded as action \d+\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const returned = page.getByRole('region', { name: 'Money sent back' })
  await expect(returned.getByRole('row').filter({ hasText: transaction.slice(-8) })).toContainText(
    'Sent back',
    {
      timeout: 120_000,
    },
  )
  await expect(row).toHaveCount(0)
  expect(await usdcOf(network, sender)).toBe(had)
  await assertLooksRight(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/operator/log')
  await expect(page.getByText('Its sender wrote to us.').first()).toBeVisible()
})
