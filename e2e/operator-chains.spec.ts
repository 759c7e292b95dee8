import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { act, assertPageLooksRight, enterConsole, goTo } from './console.ts'
import { expect, test } from './journey.ts'
import { assertAccessible } from './looks-right.ts'
import { bountyOf, cancelBounty, endBounty, postBounty } from './post-bounty.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const network = 'eip155:5042'
/** A sender queue that stays frozen would stop all later journeys, so slow machines get enough time. */

/** The row of the key that releases, cancels and refunds. */
function queueOf(page: Page) {
  return page
    .getByRole('region', { name: 'Sender queues', exact: true })
    .getByRole('row')
    .filter({ hasText: 'operator' })
    .filter({ hasText: 'Arc' })
}

test('transactions of a frozen sender queue wait and are shown, and are sent once it is unfrozen', {
  tag: '@thorough',
}, async ({ page }) => {
  const bounty = await postBounty(network, 'The weather vane on the granary')
  await enterConsole(page)
  await goTo(page, 'Chains')
  const queue = queueOf(page)
  try {
    await expect(queue).toContainText('Runs')
    await act(page, 'Freeze queue', { on: queue })
    await expect(queue).toContainText('Frozen')
    await expect(queue).toContainText('A journey tries it')
    await expect(page.getByRole('link', { name: /^Frozen: / }).first()).toHaveAttribute(
      'href',
      /^#queue-eip155-/,
    )
    await cancelBounty(bounty)
    await page.getByLabel('Kind').selectOption('bounty_cancel')
    await page.getByLabel('State').selectOption('queued')
    await expect(page).toHaveURL(/kind=bounty_cancel.*state=queued/)
    const waiting = page.getByRole('region', { name: 'Transactions', exact: true }).getByRole('row')
    await expect(waiting.nth(1)).toContainText('Queued, without a nonce')
    await assertPageLooksRight(page)
    await waiting.nth(1).getByRole('link').first().click()

    await expect(page.getByRole('heading', { level: 1, name: /^Transaction \d+$/ })).toBeVisible()
    await expect(page.getByText('Cancels a bounty: its money goes from the escrow')).toBeVisible()
    await expect(page.getByText('Its sender queue is frozen, so it waits without a nonce')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What it calls' })).toContainText('escrow')
    const link = page.getByRole('region', { name: 'For', exact: true }).getByRole('link')
    await expect(link).toHaveAttribute('href', `/operator/bounties/${bounty.bounty_id}`)
    await act(page, 'Unfreeze its queue')
    await expect(page.getByText('It is done for good')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Signed versions of/ })).toContainText('Mined in block')
    await assertPageLooksRight(page)
    await expect.poll(async () => (await bountyOf(bounty)).status).toBe('cancelled')
  } finally {
    await page.goto('/operator/chains')
    await expect(queue).toBeVisible()
    const unfreeze = queue.getByRole('button', { name: 'Unfreeze queue' })
    if (await unfreeze.isVisible()) await act(page, 'Unfreeze queue', { on: queue })
    await endBounty(bounty)
  }
})

test('a job that died is found first, tried again, and dropped', { tag: '@thorough' }, async ({ page }) => {
  const bounty = await postBounty(network, 'The clock over the station door')
  try {
    const args = [
      '--conditions=react-server',
      'e2e/dead-job.ts',
      bounty.bounty_id,
      facts.wallets.contributor.address,
    ]
    const submissionId = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
    await page.goto('/operator')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await goTo(page, 'Jobs')
    const job = page
      .getByRole('region', { name: 'Jobs', exact: true })
      .getByRole('row')
      .filter({ has: page.locator(`[title="${submissionId}"]`) })
    await expect(job).toContainText('Dead')
    await expect(job).toContainText('the store is away')
    await assertAccessible(page)
    await act(page, 'Retry job', { on: job })
    await expect(job).not.toContainText('Dead')
    await act(page, 'Drop job', { on: job })
    await expect(job).toBeHidden()
    await assertPageLooksRight(page)
  } finally {
    await endBounty(bounty)
  }
})
