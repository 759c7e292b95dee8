import { privateKeyToAccount } from 'viem/accounts'
import { signInAs } from '../lib/sandbox/testing/contributor.ts'
import { assertPageLooksRight, enterConsole, goTo } from './console.ts'
import { expect, test } from './journey.ts'
import { assertAccessible } from './looks-right.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const wallet = privateKeyToAccount(facts.wallets.operator.private_key)

async function ask<Answer>(path: string, body?: object, token?: string): Promise<Answer> {
  const answer = await fetch(facts.base_url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Answer
}

/** Freezes the lane of a key that this journey does not need, and unfreezes it by a signature. */
async function actSigned(reason: string): Promise<{ sender: string }> {
  const { token } = await signInAs({ url: facts.base_url, origin: facts.base_url, wallet })
  const { networks } = await ask<{ networks: { network: string; keys: { address: string }[] }[] }>(
    '/api/operator/overview',
    undefined,
    token,
  )
  const { network, keys } = networks.find((one) => one.network !== 'eip155:8453')!
  const sender = keys[0]!.address
  const input = { network, sender }
  await ask('/api/operator/actions', { action: 'freeze_lane', input, reason }, token)
  const unfreeze = { action: 'unfreeze_lane', input, reason }
  const { message: asked } = await ask<{ message: string }>('/api/operator/actions/preview', unfreeze, token)
  const confirmation = { message: asked, signature: await wallet.signMessage({ message: asked }) }
  await ask('/api/operator/actions', { ...unfreeze, confirmation }, token)
  return { sender }
}

test('whoever is on call sees where the money is, how it went, and who did what', async ({ page }) => {
  const reason = `a journey at ${Date.now()}`
  const { sender } = await actSigned(reason)
  await enterConsole(page)
  const verdict = page.getByRole('region', { name: 'Verdict' }).getByRole('status')
  await expect(verdict).toHaveText(/cent is where it should be|could not be checked/)
  await expect(page.getByRole('heading', { name: /needs a hand/i })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Money by network' })).toContainText('USDC')
  await expect(page.getByRole('table', { name: 'Keys and their gas' })).toContainText(sender.slice(0, 10))

  // A year: a clock that a journey moved may have left the last day without figures.
  await page.getByRole('button', { name: '1y' }).click()
  const chart = page.getByRole('figure', { name: /^Money held/ })
  const slider = chart.getByRole('slider')
  await expect(slider).toHaveAttribute('aria-valuetext', /UTC: Base, in the escrow/)
  await chart.getByText('As a table').click()
  await expect(chart.getByRole('table', { name: 'Money held' }).getByRole('row').nth(1)).toContainText('UTC')
  await chart.getByText('As a table').click()
  await page.getByText('What they found').click()
  await expect(page.getByRole('table', { name: 'Audits of the money' })).toContainText('a worker')
  await assertPageLooksRight(page)

  await goTo(page, 'Log')
  await page.getByRole('combobox', { name: /^Action/ }).selectOption('unfreeze_lane')
  await expect(page).toHaveURL(/action=unfreeze_lane/)
  const row = page.getByRole('row').filter({ hasText: reason })
  await row.getByRole('link', { name: /Unfreeze lane/ }).click()
  const entry = page.getByRole('region', { name: /^Action \d+: unfreeze lane/ })
  await expect(entry.getByRole('heading')).toBeFocused()
  await expect(entry).toContainText('URI: ')
  await entry.getByRole('button', { name: 'Check this signature' }).click()
  await expect(entry.getByRole('status').getByRole('listitem')).toHaveText([
    'The operator’s wallet signed this message.',
    /^The message is for this action, input and reason/,
    'It says the effect in the same words.',
  ])
  await assertPageLooksRight(page)
  await page.goBack()
  await expect(entry).toBeHidden()
  await page.getByLabel('Id of what it was done to').fill('nothing of ours')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('No action matches these filters.')).toBeVisible()
})

test.describe('a wallet that is on no list', () => {
  // The browser notes each refusal.
  test.use({ allowedErrors: /401/ })

  test('is told what it is not, and sees nothing', async ({ page }) => {
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.goto('/operator')
    await expect(
      page.getByText('This wallet is not on the list of those who run this service.'),
    ).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
    await expect(page.getByText('Money by network')).toBeHidden()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('For those who run this service')).toBeVisible()
    await assertAccessible(page)
  })
})
