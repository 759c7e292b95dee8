import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signInAs } from '../testing/contributor.ts'
import { assertPageLooksRight, enterConsole, goTo, typeIntoPalette } from './console.ts'
import { expect, test } from './journey.ts'
import { assertAccessible, assertLooksRight } from './looks-right.ts'
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

/** Freezes the sender queue of a key that this journey does not need, and unfreezes it by a signature. */
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
  await ask('/api/operator/actions', { action: 'freeze_sender_queue', input, reason }, token)
  const unfreeze = { action: 'unfreeze_sender_queue', input, reason }
  const { message: asked } = await ask<{ message: string }>('/api/operator/actions/preview', unfreeze, token)
  const confirmation = { message: asked, signature: await wallet.signMessage({ message: asked }) }
  await ask('/api/operator/actions', { ...unfreeze, confirmation }, token)
  return { sender }
}

test('an operator sees where the money is, how it moved, and who did what', async ({ page }) => {
  const reason = `a journey at ${Date.now()}`
  const { sender } = await actSigned(reason)
  await enterConsole(page)
  const headline = page.getByRole('region', { name: 'Is anything wrong' })
  await expect(headline.getByRole('status')).toHaveText(
    /^All is well\. (?:Bounties have )?[\d,.]+ USDC in escrow|needs? you( soon)?[.:]|^Could not check|^Not checked since/,
  )
  await expect(page.getByRole('region', { name: 'In escrow' })).toContainText('USDC')
  await assertPageLooksRight(page)

  await goTo(page, 'Figures')
  const money = page.getByRole('table', { name: 'Money by network' })
  await expect(money).toContainText('USDC')
  await expect(money.getByRole('columnheader', { name: 'Escrow now' })).toBeVisible()
  const keys = page.getByRole('table', { name: 'Keys and their gas' })
  await expect(keys).toContainText(getAddress(sender).slice(0, 10))
  await expect(keys).toContainText(/\d ETH/)

  // A year, because another journey may have moved the clock and left the last day without figures.
  await page.getByRole('button', { name: '1y' }).click()
  const chart = page.getByRole('figure', { name: /^Money held/ })
  const slider = chart.getByRole('slider')
  await expect(slider).toHaveAttribute('aria-valuetext', /: Base, in escrow/)
  // It moves from moment to moment, and stays on the first and the last.
  await slider.press('Home')
  const first = await slider.getAttribute('aria-valuetext')
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', first!)
  await chart.getByText('As a table').click()
  await expect(chart.getByRole('table', { name: 'Money held' }).getByRole('row').nth(1)).toContainText(
    /\d\d:\d\d/,
  )
  await chart.getByText('As a table').click()
  await page.getByText('What they found').click()
  await expect(page.getByRole('table', { name: 'Audits of the money' })).toContainText('a worker')
  await assertPageLooksRight(page)

  await goTo(page, 'Audit log')
  await page.getByRole('combobox', { name: /^Action/ }).selectOption('unfreeze_sender_queue')
  await expect(page).toHaveURL(/action=unfreeze_sender_queue/)
  const row = page.getByRole('row').filter({ hasText: reason })
  await row.getByRole('link', { name: /Unfreeze sender queue/ }).click()
  const entry = page.getByRole('region', { name: /^Action \d+: Unfreeze sender queue/ })
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
  await page.getByText('More filters').click()
  await page.getByLabel('Id of what it was done to').fill('nothing of ours')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('No action matches these filters.')).toBeVisible()
})

test('the palette jumps to a bounty by its id with the keyboard alone, and a table is cards on a phone', {
  tag: '@thorough',
}, async ({ page }) => {
  const { token } = await signInAs({ url: facts.base_url, origin: facts.base_url, wallet })
  const path = '/api/operator/bounties'
  const { bounties } = await ask<{ bounties: { bounty_id: string; title: string }[] }>(path, undefined, token)
  const { bounty_id: id, title } = bounties[0]!
  await enterConsole(page)
  const palette = await typeIntoPalette(page, id)
  await expect(palette.getByRole('option', { name: /^Bounty/ })).toHaveAttribute('aria-selected', 'true')
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // As the console itself shortens it.
  await typeIntoPalette(page, `${id.slice(0, 8)}…${id.slice(-8)}`)
  await expect(palette.getByRole('option', { name: /^Bounty/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  // The second time its results are there at once.
  const everything = palette.getByRole('option', { name: 'Show everything with this id' })
  for (const isFirst of [true, false]) {
    await typeIntoPalette(page, '1')
    await expect(palette.getByText(/^\d+ found\./), String(isFirst)).toBeVisible()
    await expect(palette.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 })
    await expect(everything).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('Escape')
  }
  await typeIntoPalette(page, title)
  const named = palette.getByRole('option').filter({ hasText: title, hasNotText: 'Search all bounties' })
  await expect(named.first()).toBeVisible()
  await page.mouse.click(10, 10)
  await expect(palette).toBeHidden()
  // A wallet opens its page, also by its address as the console shortens it.
  const { address } = wallet
  for (const typed of [address, `${address.slice(0, 10)}…${address.slice(-8)}`]) {
    await typeIntoPalette(page, typed)
    await expect(palette.getByRole('option', { name: /^Wallet/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
    await expect(page.getByText(address, { exact: true })).toBeVisible()
    await goTo(page, 'Figures')
  }
  await typeIntoPalette(page, 'freeze')
  await expect(palette.getByRole('option', { name: /^Freeze the service/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel(/^Reason, /)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await typeIntoPalette(page, 'gas')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Chains' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await goTo(page, 'Bounties')
  const list = page.getByRole('region', { name: 'Bounties', exact: true })
  await expect(list.getByRole('row').filter({ hasText: title }).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(list.getByRole('table')).toHaveCount(0)
  await expect(list.getByRole('listitem').filter({ hasText: title }).first()).toBeVisible()
  await assertLooksRight(page)
  const menu = page.getByRole('button', { name: /^Menu/ })
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
})

test.describe('an address without a page', () => {
  test.use({ allowedErrors: /40[14]/ })

  test('answers 404 within the console; others are not told that the page does not exist', async ({
    page,
  }) => {
    const addresses = ['/operator/payments/99999', '/operator/nowhere']
    for (const path of addresses) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The operators’ console')
    }
    await enterConsole(page)
    for (const path of addresses) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(page).toHaveTitle(/^(\(\d+\) )?Page not found · Console · Cairn$/)
      await goTo(page, 'Payments')
    }
    expect((await page.goto('/operator/payments'))?.status()).toBe(200)
  })
})

test.describe('an ended session', () => {
  test.use({ allowedErrors: /40[14]/ })

  test('leads to the sign-in, and back to the same page', { tag: '@thorough' }, async ({ page, context }) => {
    await enterConsole(page, '/operator/payments')
    const journal = page.getByRole('heading', { name: 'All payments' })
    await expect(journal).toBeVisible()
    await context.clearCookies()
    await expect(page.getByText('Your session ended. Sign in to go on.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(journal).toBeVisible()
    await page.goto('/operator/nowhere')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await goTo(page, 'Jobs')
  })

  test('is said in sight on a scrolled phone, and the reason of an open action is not lost', {
    tag: '@thorough',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 740 })
    await enterConsole(page)
    const freeze = page.getByRole('button', { name: 'Freeze the service' })
    await freeze.scrollIntoViewIfNeeded()
    await freeze.click()
    const reason = page.getByRole('dialog').getByLabel(/^Reason, /)
    await reason.fill('Only to see what becomes of it')
    await context.clearCookies()
    const ended = page.getByText('Your session ended. Sign in to go on.')
    await expect(ended).toBeInViewport()
    await expect(page.getByText('“Freeze the service” was not carried out.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(reason).toHaveValue('Only to see what becomes of it')
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('a wallet that is on no list', () => {
  // The browser logs each refusal.
  test.use({ allowedErrors: /401/ })

  test('is told that only operators have access, and sees no data', { tag: '@thorough' }, async ({
    page,
  }) => {
    await page.goto('/board/submissions')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.goto('/operator')
    await expect(
      page.getByText('This wallet is not on the list of those who run this service.'),
    ).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
    await expect(page.getByText('USDC in escrow')).toBeHidden()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('For the people who run this service')).toBeVisible()
    await assertAccessible(page)
  })
})
