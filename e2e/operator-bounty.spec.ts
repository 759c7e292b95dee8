import type { Locator, Page } from '@playwright/test'
import { act, assertPageLooksRight, enterConsole, goTo, typeIntoPalette } from './console.ts'
import { expect, test } from './journey.ts'
import { assertAccessible } from './looks-right.ts'
import { bountyOf, cancelBounty, endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { advanceClock, setBlacklisted, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const network = 'eip155:8453'
const payer = facts.wallets.poster.address

/** The error that a program gets which accepts too late, with the request id. */
async function refusedAccept({ bounty_id, agent_token }: PostedBounty): Promise<string> {
  const answer = await fetch(`${facts.base_url}/api/v1/bounties/${bounty_id}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ submission_id: 'sub_0123456789abcdef0123456789abcdef' }),
  })
  expect(answer.status).toBe(409)
  const { error, request_id } = (await answer.json()) as { error: string; request_id: string }
  expect(error).toBe('not_open')
  return request_id
}

async function find(page: Page, id: string): Promise<void> {
  const palette = await typeIntoPalette(page, id)
  await palette.getByRole('option', { name: 'Show everything with this id' }).click()
}

/** The number of requests for its transaction that the page shows. */
async function timesAsked(hinders: Locator): Promise<number> {
  return Number(/asked (\d+) times/.exec(await hinders.innerText())?.[1] ?? 1)
}

test('a stuck bounty is found by the id of an error, understood, retried once its cause is gone, and seen to end', {
  tag: '@thorough',
}, async ({ page }) => {
  const title = `The bell tower, asked for at ${new Date().toISOString()}`
  const bounty = await postBounty(network, title)
  const had = await usdcOf(network, payer)
  await setBlacklisted(network, payer, true)
  try {
    await cancelBounty(bounty)
    const requestId = await refusedAccept(bounty)

    await enterConsole(page)
    await find(page, requestId)
    const found = page.getByRole('region', { name: 'What was found' })
    await expect(
      found.getByText(/Accept a submission: answered 409\. A submission can be accepted only/),
    ).toBeVisible()
    await assertAccessible(page)
    await found.getByRole('link', { name: requestId }).click()
    await expect(page.getByText('not_open').first()).toBeVisible()
    await page.goBack()
    await found.getByRole('link', { name: bounty.bounty_id }).click()

    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const hinders = page.getByRole('region', { name: 'What blocks it' })
    await expect(hinders).toContainText('Its cancellation was refused before it was sent')
    await expect(hinders).toContainText('account is blacklisted')
    await expect(hinders).toContainText('Remove the cause')
    await expect(page.getByRole('region', { name: 'Transactions requested' })).toContainText(
      'Rejected, never sent',
    )
    await expect(page.getByRole('listitem').filter({ hasText: 'The money is here' })).toContainText('Escrow')
    await assertPageLooksRight(page)

    await goTo(page, 'Bounties')
    await page.getByRole('button', { name: 'Stuck only' }).click()
    await expect(page).toHaveURL(/stuck=true/)
    await page.getByLabel('Words, payer or id').fill(bounty.bounty_id)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('account is blacklisted')
    await assertPageLooksRight(page)
    await page.getByRole('link', { name: title }).first().click()

    // The service waits longer before each try. After two more it waits for minutes, so the transaction that follows the press of
    // “Retry bounty” is not one of its own tries.
    const asked = await timesAsked(hinders)
    await expect
      .poll(async () => {
        await advanceClock(200)
        return timesAsked(hinders)
      })
      .toBeGreaterThan(asked + 1)
    await advanceClock(300)
    await goTo(page, 'Overview')
    const headline = page.getByRole('region', { name: 'Is anything wrong' })
    await expect(headline).toHaveAttribute('data-tone', 'bad')
    await expect(headline.getByRole('status')).toHaveText(/needs? you(\.|: .+\.) [\d,.]+ USDC is waiting/)
    await expect(page).toHaveTitle(/^\(\d+\) Overview/)
    const incident = page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('listitem')
      .filter({ has: page.getByTitle(bounty.bounty_id) })
    await expect(incident).toContainText('50 USDC')
    await assertPageLooksRight(page)
    await incident.getByRole('link', { name: 'Open bounty' }).click()
    await expect(hinders).toContainText('account is blacklisted')
    await setBlacklisted(network, payer, false)
    const reason = 'The issuer took the payer off its list'
    await act(page, 'Retry bounty', { says: 'it asks for its cancellation again at once', reason })

    await expect(page.getByRole('status').filter({ hasText: 'cancelled' })).toBeVisible()
    await expect(hinders).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'The money is here' })).toContainText('Payer')
    const timeline = page.getByRole('region', { name: 'What happened' })
    // More than ten entries are folded.
    const folded = timeline.getByText(/^Show \d+ entries$/)
    if (await folded.isVisible()) await folded.click()
    await expect(timeline).toContainText(reason)
    await expect(timeline.getByRole('link', { name: `Request ${requestId.slice(0, 8)}…` })).toBeVisible()
    expect((await bountyOf(bounty)).status).toBe('cancelled')
    expect((await usdcOf(network, payer)) - had).toBe(50_000_000n)
    await expect(page.getByRole('button', { name: 'Retry bounty' })).toBeHidden()

    await page.getByRole('link', { name: 'Payment', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Payment \d+$/ })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Settled, then refunded in 0x' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Refunded')
    await assertPageLooksRight(page)

    await find(page, '00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Nothing here has this id.')).toBeVisible()

    await page.goto(`/operator/find?id=${payer}`)
    await expect(found.getByRole('link', { name: /^Paid for \d+ bount(y|ies)\.$/ })).toBeVisible()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Requests that used its payments' }).click()
    await expect(page).toHaveURL(/\/operator\/requests\?payer=0x/)
    await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  } finally {
    await setBlacklisted(network, payer, false)
  }
})

test('a hidden bounty says since when and why, is found among the hidden ones, and is shown again', {
  tag: '@thorough',
}, async ({ page }) => {
  const title = `The side door, asked for at ${new Date().toISOString()}`
  const bounty = await postBounty(network, title)
  const reason = 'It names a private home.'
  await enterConsole(page, `/operator/bounties/${bounty.bounty_id}`)
  await act(page, 'Hide bounty', { says: title, reason })
  await page.reload()
  await expect(page.getByText('An operator has hidden this bounty')).toBeVisible()
  await expect(page.getByText(`Reason: ${reason}`)).toBeVisible()
  await assertPageLooksRight(page)

  await typeIntoPalette(page, 'unhide')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/hidden=true/)
  await page.getByRole('link', { name: title }).click()
  await act(page, 'Show bounty again', { says: title })
  await expect(page.getByText('An operator has hidden this bounty')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Hide bounty' })).toBeVisible()
  await endBounty(bounty)
})
