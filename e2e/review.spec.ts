import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { readableUsdc } from '#lib/domain/money/money'
import { signInAs } from '../testing/contributor.ts'
import { freshFilm } from './fresh-film.ts'
import { handIn } from './hand-in.ts'
import { expect, test } from './journey.ts'
import { assertFits, assertNothingInTheWay } from './looks-right.ts'
import { bountyOf, endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'
import { payButton, writeOrder } from './write-order.ts'

// The journey of a poster, with a wallet and a keyboard, without an account. The token is only in this browser.
const facts = sandboxFacts()
const [network] = networks
const poster = facts.wallets.poster.address
const amountUsdc = 60
const amount = BigInt(amountUsdc) * 1_000_000n
const title = 'The well in the old town'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The price is quoted by a 402. Journeys lose an answer on purpose, and open a bounty without its token. */
test.use({ allowedErrors: /\b40[12] \(|net::ERR_/ })

const stateOf = (page: Page) => page.getByRole('complementary', { name: 'State of the bounty' })

/** The only bounty that this browser has stored. */
async function keyOf(page: Page): Promise<PostedBounty> {
  await page.waitForURL(/\/bounties\/bty_/)
  return page.evaluate(
    () => (JSON.parse(localStorage.getItem('cairn.bounties') ?? '[]') as PostedBounty[])[0]!,
  )
}

test('a poster pays once though the answer is lost, compares two films, and accepts one by keyboard alone, which leads to its progress', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const before = await usdcOf(network, poster)
  const payments: string[] = []

  await test.step('the answer is lost, the page is reloaded, and the same payment is sent again', async () => {
    await page.route('**/api/v1/bounties', async (route) => {
      const payment = route.request().headers()['payment-signature']
      if (payment === undefined) return route.continue()
      payments.push(payment)
      // The payment is made, but the page gets no answer.
      if (payments.length === 1) await route.fetch()
      await route.abort()
    })
    await writeOrder(page, { title, amountUsdc })
    await page.getByRole('button', { name: 'Show the balance on Base' }).click()
    await expect(page.getByText(`This wallet has ${readableUsdc(before)} USDC on Base.`)).toBeVisible()
    await payButton(page, amountUsdc).click()
    await expect(page.getByText('whether you were charged is not known yet')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This order has no answer yet' })).toBeVisible()
    await expect(page.getByRole('button', { name: /into escrow$/ })).toBeDisabled()
    await expect(
      page.getByText('Nothing else can be ordered while an earlier order has no answer.'),
    ).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.unroute('**/api/v1/bounties')
    page.on('request', (request) => {
      const payment = request.headers()['payment-signature']
      if (payment !== undefined) payments.push(payment)
    })
    await page.getByRole('button', { name: 'Send the same order again' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
  const bounty = await keyOf(page)
  expect(payments.length).toBeGreaterThan(1)
  expect(new Set(payments).size).toBe(1)
  await expect(page.getByText('In escrow, on the board')).toBeVisible()
  expect(before - (await usdcOf(network, poster))).toBe(amount)

  await test.step('the first screen says what was paid, by which wallet, where the money is and what comes next', async () => {
    const usual = page.viewportSize()!
    for (const size of [
      { width: 360, height: 740 },
      { width: 1_440, height: 900 },
    ]) {
      await page.setViewportSize(size)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      const words = [`${amountUsdc} USDC`, 'Paid', 'An escrow contract holds the money.', 'Waiting for films']
      const parts = words.map((text) => stateOf(page).getByText(text, { exact: true }))
      for (const part of [...parts, stateOf(page).getByTitle(poster)])
        await expect(part).toBeInViewport({ ratio: 1 })
      await assertFits(page)
    }
    await page.setViewportSize(usual)
  })

  const wallet = privateKeyToAccount(facts.wallets.contributor.private_key)
  const contributor = await signInAs({ url: facts.base_url, origin: facts.base_url, wallet })
  const had = await usdcOf(network, wallet.address)
  const good = freshFilm('qc/good.mp4')
  await handIn({ bounty, contributor, film: good, note: 'In the sun.' })
  await handIn({ bounty, contributor, film: freshFilm('qc/dark.mp4'), note: 'Late, sorry.' })
  const second = page.getByRole('article', { name: 'Film 2' })
  await page.getByRole('button', { name: /^Film 2\b/ }).click()
  await expect(second.getByText('Late, sorry.')).toBeVisible()
  await expect(second.getByText('Technical check not passed')).toBeVisible({ timeout: 180_000 })
  await expect(second.getByText(/too dark/)).toBeVisible()
  await expect(page.locator('video')).toHaveCount(2, { timeout: 180_000 })

  await test.step('before a film is accepted, nothing but its watermarked preview can be had', async () => {
    const { submissions } = await bountyOf<{ submissions: Record<string, unknown>[] }>(bounty)
    for (const each of submissions)
      expect(each).toMatchObject({
        full_capture_url: null,
        model_glb_url: null,
        model_splats_url: null,
        model_zip_url: null,
      })
    await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(0)
    // The film claims another place than the requested one. The poster sees this before anything is paid.
    await expect(second.getByText('Outside your area')).toBeVisible()
    await expect(
      second.getByText(
        /^(For your bounties: \d+ films?, |(\d+ established posters?|Established posters) accepted )/,
      ),
    ).toBeVisible()
    const links = await page
      .locator('video')
      .evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).src))
    for (const link of links) {
      const shown = Buffer.from(await (await fetch(link)).arrayBuffer())
      expect(shown.includes('ftyp')).toBe(true)
      expect(sha256(shown)).not.toBe(sha256(good))
    }
    await assertNothingInTheWay(page)
  })

  await test.step('all facts of a film are in sight in a low window', async () => {
    const usual = page.viewportSize()!
    await page.getByRole('button', { name: /^Film 1\b/ }).click()
    const facts = page.getByRole('region', { name: 'What is known of it' })
    for (const size of [
      { width: 1_280, height: 720 },
      { width: 1_024, height: 768 },
    ]) {
      await page.setViewportSize(size)
      await expect.poll(() => facts.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
    }
    await page.setViewportSize(usual)
    await page.getByRole('button', { name: /^Film 2\b/ }).click()
  })

  await test.step('the films play, stop and are searched together', async () => {
    const plays = await page.evaluate(
      () => document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01F"') !== '',
    )
    if (!plays) {
      process.stderr.write('\nNOT TRIED: playing films together. This browser has no decoder for H.264.\n')
      return
    }
    const times = () =>
      page.locator('video').evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime))
    const paused = () =>
      page.locator('video').evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).paused))
    await page.keyboard.press('Space')
    await expect.poll(paused).toEqual([true, false])
    await page.keyboard.press('k')
    await expect.poll(paused).toEqual([false, true])
    await page.getByLabel('Position in the film').fill('2')
    await page.getByRole('button', { name: 'Play side by side' }).click()
    await expect.poll(paused).toEqual([false, false])
    // Other journeys may have submitted the film before, and then it is a copy.
    for (const result of [/^Film 1: check (not )?passed/, /^Film 2: check not passed/])
      await expect(page.getByRole('list', { name: 'Previews' }).getByText(result)).toBeVisible()
    const [first = 0, next = 0] = await times()
    expect(Math.abs(first - next)).toBeLessThan(1)
    await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.3)
    await page.keyboard.press('Space')
    await expect.poll(paused).toEqual([true, true])
    const stopped = Math.max(...(await times()))
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Math.min(...(await times()))).toBeCloseTo(stopped + 0.5, 0)
    const [one, other] = await times()
    expect(one).toBe(other)
    await page.getByRole('button', { name: 'Show one film' }).click()
  })

  await test.step('the dark film is declined by keyboard; its contributor reads why and hands in another take', async () => {
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await expect(second).toBeFocused()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Decline film 2?' })).toBeFocused()
    await dialog.getByRole('button', { name: /^Decline film \d$/ }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.')
    await dialog.getByLabel('Dark, shaky or hidden from view').check()
    await dialog.getByLabel('What to do better').fill('Please come back in daylight.')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.keyboard.press('d')
    await expect(dialog.getByLabel('Dark, shaky or hidden from view')).toBeChecked()
    await expect(dialog.getByLabel('What to do better')).toHaveValue('Please come back in daylight.')
    await assertNothingInTheWay(page)
    await dialog.getByRole('button', { name: /^Decline film \d$/ }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(second.getByText('Please come back in daylight.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Film 2, declined' })).toBeVisible()
    expect((await usdcOf(network, wallet.address)) - had).toBe(0n)

    const theirs = await page.context().newPage()
    await theirs.goto('/board/submissions')
    await theirs.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    const card = theirs.getByRole('article').filter({ hasText: 'Please come back in daylight.' }).first()
    await expect(card.getByText('Declined by the poster')).toBeVisible()
    await assertNothingInTheWay(theirs)
    await card.getByRole('link', { name: 'Submit another take' }).click()
    await theirs.waitForURL(`**/board/${bounty.bounty_id}#another-take`)
    await expect(theirs.locator('#another-take')).toBeInViewport()
    await assertNothingInTheWay(theirs)
    await handIn({ bounty, contributor, film: freshFilm('qc/good.mp4'), note: 'In daylight.' })
    await theirs.getByRole('button', { name: 'Sign out' }).click()
    await expect(theirs.getByRole('button', { name: 'Sign in with the demo wallet' })).toBeVisible()
    await theirs.close()
    await expect(page.getByRole('button', { name: /^Film 3\b/ })).toBeVisible()
  })

  await test.step('J, K and A choose; Escape goes back; accepting takes a deliberate key, and pays once', async () => {
    await page.keyboard.press('?')
    await expect(page.getByText('accept this film', { exact: true })).toBeVisible()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await expect(second).toBeFocused()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('did not pass the technical check')).toBeVisible()
    await expect(dialog.getByText('This film claims another place than the one you asked for.')).toBeVisible()
    // Enter alone does not accept: it must be confirmed.
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'Accept film 2?' })).toBeFocused()
    // Even with fast typing, the next dialog is not closed together with the first.
    await Promise.all(['Escape', 'k', 'a'].map((key) => page.keyboard.press(key)))
    await expect(dialog.getByRole('heading', { name: 'Accept film 1?' })).toBeVisible()
    await expect(dialog.getByText(`${amountUsdc} USDC on Base`, { exact: true })).toBeVisible()
    await expect(dialog.getByText(wallet.address)).toBeVisible()
    await assertNothingInTheWay(page)
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Copy the contributor’s wallet' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('link', { name: 'the rules' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: `Release ${amountUsdc} USDC on Base` })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    // The page then shows what happens next.
    const next = page.locator('#progress')
    await expect(next).toBeFocused()
    await expect(next).toBeInViewport()
    await expect(stateOf(page).getByText('Accepted and paid')).toBeVisible()
  })
  expect((await usdcOf(network, wallet.address)) - had).toBe(amount)
  expect(before - (await usdcOf(network, poster))).toBe(amount)

  await test.step('the film is there byte for byte, and the model is being made', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the film' }).click()
    const path = await (await downloading).path()
    expect(sha256(readFileSync(path))).toBe(sha256(good))
    await expect(page.getByRole('link', { name: 'See the proof of the film' }).first()).toHaveAttribute(
      'href',
      `/verify/${sha256(good)}`,
    )
    await expect(page.getByText(/3D model/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Accept|^Cancel/ })).toHaveCount(0)
    await expect(page.getByText('u33db2').first()).toBeVisible()
  })

  await test.step('its contributor sees what was earned, and has it in a statement', async () => {
    await page.goto('/board/earnings')
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    const earned = page.getByRole('region', { name: 'What you earned' })
    await expect(earned.locator(`[data-network="${network}"]`)).toContainText(/\d+ films? paid/)
    await assertNothingInTheWay(page)
    const saving = page.waitForEvent('download')
    await earned.getByRole('button', { name: 'Save a statement (CSV)' }).click()
    const statement = readFileSync(await (await saving).path(), 'utf8')
    const [line] = statement
      .split('\r\n')
      .filter((row) => row.includes(`,${bounty.bounty_id},`) && row.includes(',paid,'))
    expect(line).toMatch(new RegExp(`,paid,${amountUsdc},[^,]+Z,0x[0-9a-f]{64},`))
    await page.getByRole('button', { name: 'Sign out' }).click()
  })

  await test.step('its poster has a receipt for paper, with both wallets and each transaction in full', async () => {
    await page.goto(`/bounties/${bounty.bounty_id}`)
    await page.getByRole('link', { name: 'Save a receipt' }).click()
    const receipt = page.getByRole('article', { name: `${amountUsdc} USDC paid for a film` })
    for (const text of [title, bounty.bounty_id, poster, wallet.address])
      await expect(receipt.getByText(text, { exact: true })).toBeVisible()
    await expect(receipt.getByText(/^0x[0-9a-f]{64}$/)).toHaveCount(3)
    await expect(receipt.getByText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d UTC$/).first()).toBeVisible()
    await expect(receipt.getByText(/^Demonstration:/)).toBeVisible()
    await assertFits(page)
    await assertNothingInTheWay(page)
  })

  await test.step('its poster posts it again with the same text and place, and a new deadline', async () => {
    await page.goto(`/bounties/${bounty.bounty_id}`)
    await page.getByRole('link', { name: 'Post again with a new deadline' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(page.getByLabel('You pay (USDC)')).toHaveValue(String(amountUsdc))
    await expect(page.getByLabel('Deadline (days)')).toHaveValue('7')
    await expect(page.getByRole('region', { name: 'Place', exact: true })).toContainText('u33db2')
    await expect(page.getByLabel('Instructions')).not.toHaveValue(/geohash/)
  })
})

test('a bounty opens with its key alone, which a file carries to another browser, where it is cancelled', {
  tag: '@thorough',
}, async ({ page, browser }) => {
  const before = await usdcOf(network, poster)
  await writeOrder(page, { title, amountUsdc })
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('You pay (USDC)')).toHaveValue(String(amountUsdc))
  await payButton(page, amountUsdc).click()
  const bounty = await keyOf(page)
  await expect(page.getByText('In escrow, on the board')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the key as a file' }).click()
  const keyFile = await (await saving).path()

  const elsewhere = await browser.newContext({
    baseURL: facts.base_url,
    viewport: { width: 360, height: 780 },
  })
  const other = await elsewhere.newPage()
  await other.goto(`/bounties/${bounty.bounty_id}`)
  await expect(other.getByRole('heading', { name: 'Open this bounty', exact: true })).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)
  await other.getByLabel('Key of the bounty').fill('cairn_bounty_of_somebody_else_altogether')
  await other.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(other.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)

  await other.getByLabel('Open a key file').setInputFiles(keyFile)
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'No films yet' })).toBeVisible()
  await assertFits(other)
  await other.getByRole('button', { name: 'Cancel the bounty' }).click()
  await expect(other.getByRole('dialog').getByText(/Everyone can see that you cancelled/)).toBeVisible()
  await other.getByRole('button', { name: `Refund ${amountUsdc} USDC on Base` }).dblclick()
  const result = other.getByText(/^Cancelled\. All/)
  await expect(result).toBeFocused()
  await expect(result).toBeInViewport()
  await expect(stateOf(other).getByText('Cancelled and refunded')).toBeVisible()
  await expect(
    stateOf(other).getByText(`All ${amountUsdc} USDC went back to the wallet that paid.`),
  ).toBeVisible()
  await expect(other.getByText('You cancelled it before anybody submitted a film.')).toBeVisible()
  await elsewhere.close()
  expect(await usdcOf(network, poster)).toBe(before)

  await page.goto('/bounties')
  await expect(page.getByText('Cancelled and refunded')).toBeVisible()
  await assertNothingInTheWay(page)
})

test('a poster who lost the key gets a new one with the wallet that paid, and the old one stops working', {
  tag: '@thorough',
}, async ({ page }) => {
  const bounty = await postBounty(network, title, { amountUsdc })
  await page.goto(`/board/${bounty.bounty_id}`)
  await page.getByRole('link', { name: 'Open it as its poster' }).click()
  await page.getByRole('button', { name: 'Get a new key' }).click()
  const lost = page.getByRole('region', { name: 'Lost the key?' })
  await expect(lost.getByRole('button', { name: 'Sign with the demo wallet' })).toBeEnabled()
  // The board tells the network once the bounty is posted, so nobody is asked.
  await expect(lost.getByRole('button', { name: 'Arc', exact: true })).toHaveCount(0)
  await assertNothingInTheWay(page)
  await lost.getByRole('button', { name: 'Sign with the demo wallet' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const recovered = await keyOf(page)
  expect(recovered.bounty_id).toBe(bounty.bounty_id)
  expect(await bountyOf<{ error?: string }>(bounty)).toMatchObject({ error: 'unauthorized' })
  await page.goto(`/board/${bounty.bounty_id}`)
  await expect(page.getByText('This is your bounty')).toBeVisible()
  // Another browser still has the old key.
  await page.evaluate((old) => localStorage.setItem('cairn.bounties', JSON.stringify([old])), {
    ...recovered,
    agent_token: bounty.agent_token,
  })
  await page.goto(`/bounties/${bounty.bounty_id}`)
  await expect(page.getByText('The key in this browser does not open this bounty')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get a new key' })).toBeVisible()
  await assertNothingInTheWay(page)
  await page.getByLabel('Key of the bounty').fill(recovered.agent_token)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await endBounty(recovered)
})
