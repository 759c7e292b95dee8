import { writeFileSync } from 'node:fs'
import { freshFilm } from './fresh-film.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { submitSmallFilm } from './submit-small-film.ts'

/** A short film in a large file: its upload can be paused, and its check takes little time. Players skip the box at its end. */
function largeFilm(): Buffer {
  const box = Buffer.alloc(12_000_000)
  box.writeUInt32BE(box.length)
  box.write('free', 4, 'latin1')
  return Buffer.concat([freshFilm('qc/pan_only_no_parallax.mp4'), box])
}

let bounty: PostedBounty
test.beforeAll(async () => {
  bounty = await postBounty(networks[0], 'The little square with the fountain')
})
test.afterAll(() => endBounty(bounty))

test.describe('a contributor with a phone', () => {
  // The place is required only once the API has said that the file has none. The film is still being read at the first request.
  test.use({
    allowedErrors: /400 \(Bad Request\)|503 \(Service Unavailable\)|net::ERR_/,
    viewport: { width: 360, height: 780 },
  })

  test('signs in, loses the connection, resumes after a reload, submits the film and sees the result of its check', async ({
    page,
    context,
  }) => {
    // A file on disk has a stable modification time, by which it is recognized again.
    const film = test.info().outputPath('fountain.mp4')
    writeFileSync(film, largeFilm())
    await page.goto(`/board/${bounty.bounty_id}`)
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    await expect(page.getByText('Signed in as')).toBeVisible()
    await assertNothingInTheWay(page)

    const chooser = page.getByLabel('Choose a video')
    const network = await context.newCDPSession(page)
    // The upload takes half a minute, so that it is not over before the page has been looked at.
    const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 400_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await chooser.setInputFiles(film)
    const sent = page.getByRole('progressbar')
    await expect.poll(async () => Number(await sent.getAttribute('value'))).toBeGreaterThan(800_000)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused. The uploaded part is stored for a day.')).toBeVisible()

    // No upload is running, so leaving the page needs no confirmation.
    await page.reload()
    await expect(page.getByText('Signed in as')).toBeVisible()
    // The browser stored the film, so it is not chosen again.
    await expect(page.getByText(/Resumed at \d/)).toBeVisible()
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    const handIn = page.getByRole('button', { name: 'Submit film', exact: true })
    await expect(handIn).toBeEnabled()

    // The upload is complete and the page is reloaded: the film is still there and is not sent again.
    await page.getByLabel('Note to the poster').fill('Twice around.')
    await page.getByLabel('Time').fill('2026-11-01T12:00')
    const pieces: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && pieces.push(request.url()))
    await page.reload()
    await expect(page.getByText('Signed in as')).toBeVisible()
    await expect(handIn).toBeEnabled()
    expect(pieces).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByLabel('Note to the poster')).toHaveValue('Twice around.')
    await expect(page.getByLabel('Time')).toHaveValue('2026-11-01T12:00')
    await page.getByLabel('Time').clear()

    // The browser found neither in the file, so the fields are there before they are asked for.
    await expect(page.getByText('No place found in the file.')).toBeVisible()
    await expect(page.getByLabel('Place')).toBeVisible()
    await handIn.click()
    const noTime = page.getByText('The file does not say when it was filmed. Fill in the time.')
    const noPlace = page.getByText('The file does not say where it was filmed. Choose the place.')
    await expect(noPlace).toBeVisible()
    await expect(noTime).toBeVisible()
    await expect(page.getByText('Not submitted yet: see the place and the time above.')).toBeVisible()
    await expect(page.getByLabel('Place')).toBeFocused()
    await page.getByLabel('Place').fill('somewhere')
    // A problem of a field is cleared as soon as the field is changed.
    await expect(noPlace).toBeHidden()
    await page.keyboard.press('Tab')
    await handIn.click()
    const noneChosen = page.getByText('Choose a place from the list, or press it on the map.')
    await expect(noneChosen).toBeVisible()

    // A town is selected, and then the place within it, which is sent as a cell.
    await page.getByLabel('Place').fill('florence')
    await expect(noneChosen).toBeHidden()
    await expect(page.getByRole('option', { name: /^Florence/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Choose the place on the map where you filmed.')).toBeVisible()
    await handIn.click()
    await expect(page.getByText('A town is too large. Choose where in it you filmed')).toBeVisible()
    await page.getByRole('button', { name: 'Use map centre' }).click()
    await expect(page.getByText('Place chosen.')).toBeVisible()
    await expect(page.getByText('No place found in the file.')).toBeHidden()
    await page.getByRole('button', { name: 'Remove the place' }).click()
    await expect(page.getByLabel('Place')).toHaveValue('')
    await page.getByLabel('Place').fill('48.8584, 2.2945')
    await page.keyboard.press('Tab')
    await page.getByLabel('Time').fill('2026-11-01T12:00')
    await expect(noTime).toBeHidden()
    await page.getByLabel('Note to the poster').fill('Twice around, the second time in the sun.')
    // Simulates that every worker is busy: the page waits and submits the film again.
    await page.route(
      '**/api/board/bounties/*/submissions',
      (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '2' },
          json: {
            error: 'unavailable',
            field: 'upload_id',
            request_id: 'req_still_being_read',
            message: 'upload_id has arrived whole and is being read.',
          },
        }),
      { times: 1 },
    )
    // It was filmed before the bounty was posted, which is said before it is submitted.
    await handIn.click()
    await expect(page.getByText('This film does not fit the bounty')).toBeVisible()
    await expect(page.getByText('It is not submitted yet.')).toBeVisible()
    await page.getByLabel('Time').fill('2099-01-01T12:00')
    await handIn.click()
    await expect(page.locator('#time-problem')).toHaveText(/lies in the future/)
    await expect(page.getByRole('button', { name: 'Submit anyway' })).toBeHidden()
    // A corrected time is submitted by the first press. This attempt is refused, because a film is submitted only once.
    await page.route(
      '**/api/board/bounties/*/submissions',
      (route) =>
        route.fulfill({
          status: 400,
          json: {
            error: 'invalid_request',
            field: 'note',
            request_id: 'req_refused',
            message: 'note is too long.',
          },
        }),
      { times: 1 },
    )
    // Other journeys have moved the service's clock ahead of this browser's.
    const board = await page.request.get(`/api/board/bounties/${bounty.bounty_id}`)
    const posted = Date.parse(((await board.json()) as { deadline: string }).deadline) - 86_400_000
    await page.clock.setSystemTime(posted + 120_000)
    const minuteLater = (at: number) =>
      new Date(at + 60_000 - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await page.getByLabel('Time').fill(await page.evaluate(minuteLater, posted))
    await expect(page.getByText('we compare it with all earlier films')).toBeVisible()
    await handIn.click()
    await expect(page.getByText('The note is too long.').first()).toBeVisible()
    await page.getByLabel('Time').fill('2026-11-01T12:00')
    await handIn.click()
    const handedIn = page.waitForRequest(
      (request) => /\/submissions$/.test(request.url()) && request.method() === 'POST',
    )
    await page.getByRole('button', { name: 'Submit anyway' }).click()
    expect((await handedIn).postDataJSON()).toMatchObject({ location: 'u09tun' })
    await expect(page.getByRole('button', { name: 'Reading your film…' })).toBeVisible()

    await expect(page.getByRole('heading', { name: 'Film submitted' })).toBeFocused()
    const mine = page.getByRole('region', { name: 'Your films for this bounty' })
    await expect(mine.getByText('Submitted', { exact: true })).toBeVisible()
    const verdict = mine.getByText(/^Technical check (not )?passed$/)
    await expect(verdict).toBeVisible({ timeout: 180_000 })
    // A sandbox in which these journeys ran before refuses the same film as a duplicate.
    if ((await verdict.textContent()) === 'Technical check not passed')
      await expect(
        mine.getByText(/looks the same as (the|a) film that (you|another wallet) submitted/),
      ).toBeVisible()
    await mine.getByRole('button', { name: 'Watch the preview' }).click({ timeout: 180_000 })
    const preview = mine.getByLabel('Preview of your film for The little square with the fountain')
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(0)
    await expect(mine.getByText('The poster decides')).toBeVisible()
    await assertNothingInTheWay(page)

    await page.goto('/board/submissions')
    await expect(
      page.getByRole('link', { name: 'The little square with the fountain' }).first(),
    ).toBeVisible()
    await assertNothingInTheWay(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with the demo wallet' })).toBeVisible()
  })

  test('opens the form for another take with one press after a film failed its check', async ({ page }) => {
    await page.goto(`/board/${bounty.bounty_id}`)
    const film = await submitSmallFilm(page)
    const mine = page.getByRole('region', { name: 'Your films for this bounty' })
    // An earlier film of the demo wallet may have one too.
    const another = mine.getByRole('link', { name: 'Submit another take' }).first()
    await expect(another).toBeVisible({ timeout: 180_000 })
    await expect(page.getByLabel('Choose a video')).toHaveCount(0)

    await another.click()
    const form = page.locator('#another-take')
    await expect(form).toBeFocused()
    await expect(form).toBeInViewport()
    await expect(form.getByLabel('Choose a video')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Submit another film' })).toHaveCount(0)

    // The address names the form already: a second press leads to it all the same.
    await page.evaluate(() => scrollTo(0, 0))
    await another.click()
    await expect(form).toBeFocused()
    await expect(form).toBeInViewport()

    // The very same file is refused before a byte of it is sent, with whose it is.
    const pieces: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && pieces.push(request.url()))
    await form.getByLabel('Choose a video').setInputFiles(film)
    await expect(
      form.getByRole('alert').filter({ hasText: 'You have submitted this very file' }),
    ).toBeVisible()
    expect(pieces).toEqual([])
    await expect(page.getByRole('button', { name: /^Submit film/ })).toHaveCount(0)
  })
})
