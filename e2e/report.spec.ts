import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { act, enterConsole } from './console.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { bountyOf, endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const network = 'eip155:8453'
const payer = facts.wallets.poster.address
const title = `The windows of the house with the blue door, asked for at ${new Date().toISOString()}`
const told = 'A person lives behind these windows.'
const reason = 'The order asks for films of a private home.'

let had: bigint
let bounty: PostedBounty
test.beforeAll(async () => {
  had = await usdcOf(network, payer)
  bounty = await postBounty(network, title)
})
test.afterAll(() => endBounty(bounty))

/** A film of the demo contributor, by a process of its own. */
function handInPlain(): void {
  const script = join(import.meta.dirname, 'submit.ts')
  const args = ['--conditions=react-server', script, bounty.bounty_id, facts.wallets.contributor.address]
  execFileSync(process.execPath, args)
}

test('a visitor reports a bounty, an operator cancels it with a full refund, and poster and contributor read the reason', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  test.setTimeout(420_000)
  handInPlain()
  const others = await browser.newContext({ baseURL: facts.base_url })
  const other = await others.newPage()

  await test.step('a visitor without an account says what is wrong', async () => {
    await other.goto(`/board/${bounty.bounty_id}`)
    await other.getByRole('button', { name: 'Report this bounty' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.')
    await dialog.getByRole('radio').first().check()
    await dialog.getByLabel('What an operator should know').fill(told)
    await assertNothingInTheWay(other)
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await expect(other.getByText('Thank you. An operator will look at it.')).toBeVisible()
  })

  await test.step('an operator reads it and cancels the bounty', async () => {
    await enterConsole(page, '/operator/reports')
    await page
      .getByRole('link', { name: `Bounty: ${title}` })
      .first()
      .click()
    await expect(page.getByText(told)).toBeVisible()
    await act(page, 'Cancel and refund', { says: 'Poster and contributors read your reason', reason })
    await expect(page.getByText('An operator acted on it')).toBeVisible()
    await expect.poll(async () => (await bountyOf(bounty)).status, { timeout: 120_000 }).toBe('cancelled')
    expect(await usdcOf(network, payer)).toBe(had)
  })

  await test.step('the poster reads why, and that the whole amount is back', async () => {
    await other.goto(`/bounties/${bounty.bounty_id}`)
    await other.getByLabel('Key of the bounty').fill(bounty.agent_token)
    await other.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(other.getByText('An operator cancelled this bounty')).toBeVisible()
    await expect(other.getByText(`Reason: ${reason}`).first()).toBeVisible()
    await expect(
      other.getByRole('complementary', { name: 'State of the bounty' }).getByText('Cancelled and refunded'),
    ).toBeVisible()
  })

  await test.step('the contributor reads the same', async () => {
    await other.goto('/board/submissions')
    await other.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    const card = other.getByRole('article').filter({ hasText: reason }).first()
    await expect(card.getByText('An operator cancelled this bounty')).toBeVisible()
    await assertNothingInTheWay(other)
  })
  await others.close()
})
