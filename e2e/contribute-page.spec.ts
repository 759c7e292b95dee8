import { writeFileSync } from 'node:fs'
import { freshFilm } from './fresh-film.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'

let bounty: PostedBounty
test.beforeAll(async () => {
  bounty = await postBounty(networks[0], 'The little square with the fountain')
})
test.afterAll(() => endBounty(bounty))

test.describe('a contributor with a phone', () => {
  // The place is asked for only after the interface has said that the file carries none, and the film is still being read once.
  test.use({
    allowedErrors: /400 \(Bad Request\)|503 \(Service Unavailable\)|net::ERR_/,
    viewport: { width: 360, height: 780 },
  })

  test('signs in, loses the connection, goes on after a reload, hands the film in and sees what was found', async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000)
    // A file on disk keeps its time, by which it is known again.
    const film = test.info().outputPath('fountain.mp4')
    writeFileSync(film, freshFilm('synth/synth_orbit_720p.mp4'))
    await page.goto(`/board/${bounty.bounty_id}`)
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(page.getByText('Signed in as')).toBeVisible()
    await assertNothingInTheWay(page)

    const chooser = page.getByLabel('Choose a film')
    const network = await context.newCDPSession(page)
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 400_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await chooser.setInputFiles(film)
    const sent = page.getByRole('progressbar')
    await expect
      .poll(async () => Number(await sent.getAttribute('value')), { timeout: 60_000 })
      .toBeGreaterThan(800_000)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused. What was sent is kept for a day.')).toBeVisible()

    // Nothing is on its way, so leaving needs no confirmation.
    await page.reload()
    await expect(page.getByText('Signed in as')).toBeVisible()
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 2_000_000 })
    await chooser.setInputFiles(film)
    await expect(page.getByText(/Went on at \d/)).toBeVisible()
    const handIn = page.getByRole('button', { name: 'Hand in this film' })
    await expect(handIn).toBeVisible({ timeout: 60_000 })

    // All of it is there, and the page forgets: the same file is found again, and nothing is sent anew.
    await page.reload()
    await expect(page.getByText('Signed in as')).toBeVisible()
    const pieces: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && pieces.push(request.url()))
    await chooser.setInputFiles(film)
    await expect(handIn).toBeVisible()
    expect(pieces).toEqual([])

    await handIn.click()
    await expect(
      page.getByText('The file does not say where it was filmed: fill in the place.'),
    ).toBeVisible()
    await expect(page.getByLabel('Place')).toBeFocused()
    await page.getByLabel('Place').fill('somewhere')
    await handIn.click()
    await expect(page.getByText(/neither “latitude, longitude”/)).toBeVisible()
    await page.getByLabel('Place').fill('48.8584, 2.2945')
    await page.getByLabel('Time').fill('2026-11-01T12:00:00')
    await page.getByLabel('A word to the poster').fill('Twice around, the second time in the sun.')
    // As when every worker is busy: the page waits, and hands the film in again by itself.
    await page.route(
      '**/api/board/bounties/*/submissions',
      (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '2' },
          json: {
            ...{ error: 'unavailable', field: 'upload_id', request_id: 'req_still_being_read' },
            message: 'upload_id: has arrived whole and is being read.',
          },
        }),
      { times: 1 },
    )
    await handIn.click()
    await expect(page.getByRole('button', { name: 'Reading your film…' })).toBeVisible()

    const mine = page.getByRole('region', { name: 'Your films for this bounty' })
    await expect(mine.getByText('Handed in')).toBeVisible()
    const verdict = mine.getByText(/^Check (not )?passed$/)
    await expect(verdict).toBeVisible({ timeout: 90_000 })
    // A sandbox that these journeys ran in before has seen this very walk, and says so.
    if ((await verdict.textContent()) === 'Check not passed')
      await expect(mine.getByText('looks the same as one that was submitted before')).toBeVisible()
    await expect(mine.getByRole('link', { name: 'Watch the preview' })).toBeVisible({ timeout: 90_000 })
    await expect(mine.getByText('The poster decides')).toBeVisible()

    await page.goto('/board/submissions')
    await expect(
      page.getByRole('link', { name: 'The little square with the fountain' }).first(),
    ).toBeVisible()
    await assertNothingInTheWay(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with the demo wallet' })).toBeVisible()
  })
})

test('the page asks for no session of somebody who never signed in, and fits a narrow screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/board/${bounty.bounty_id}`)
  await expect(page.getByRole('button', { name: 'Sign in with the demo wallet' })).toBeVisible()
  expect(asked).not.toContain('/api/auth/session')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
