import { writeFileSync } from 'node:fs'
import { freshFilm } from './fresh-film.ts'
import { expect, test } from './journey.ts'
import { assertFits, assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { submitSmallFilm } from './submit-small-film.ts'

/** The first bytes of a photograph. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')

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

test.describe('a file that is no film', () => {
  test.use({ allowedErrors: /415 \(Unsupported Media Type\)/ })

  test('a photograph with any name is refused before any byte is sent, and the message disappears with the next file', {
    tag: '@thorough',
  }, async ({ page }) => {
    await page.goto(`/board/${bounty.bounty_id}`)
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/board/uploads') && request.method() !== 'GET')
        sent.push(request.method())
    })
    const photo = { name: 'fountain.mp4', mimeType: 'video/mp4', buffer: jpeg }
    await page.getByLabel('Choose a video').setInputFiles(photo)
    const refusal = page.getByRole('alert').filter({ hasText: 'This is a photo. Upload an MP4 or MOV.' })
    await expect(refusal).toBeVisible()
    expect(sent).toEqual([])
    await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
    await assertNothingInTheWay(page)

    // A problem that only the server detects is shown in the same words, without a button that cannot succeed.
    await page.route('**/api/board/uploads', (route) =>
      route.fulfill({
        status: 415,
        json: {
          error: 'unsupported_media_type',
          field: 'Upload-Metadata',
          request_id: 'req_no_film',
          message: 'Upload-Metadata: This is a photo. Upload an MP4 or MOV.',
        },
      }),
    )
    const film = { name: 'a.mp4', mimeType: 'video/mp4', buffer: freshFilm('synth/synth_arc_480p_8s.mp4') }
    await page.getByLabel('Choose a different video').setInputFiles(film)
    await expect(refusal).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
    await page.unroute('**/api/board/uploads')

    await page.getByLabel('Choose a different video').setInputFiles(film)
    await expect(page.getByLabel('Preview of a.mp4')).toBeVisible()
    await expect(
      page
        .getByRole('list', { name: 'Checked on this device' })
        .getByText('854 × 480 pixels: at least 720 are needed on the short side'),
    ).toBeVisible()
    await expect(refusal).toBeHidden()

    const countUploads = () =>
      page.evaluate(async () => {
        const { uploads } = (await (await fetch('/api/board/uploads')).json()) as { uploads: unknown[] }
        return uploads.length
      })
    await expect(page.getByText('Upload complete.')).toBeVisible()
    const uploads = await countUploads()

    // A film that was sent already is replaced by the one that is chosen, and stays if that one is no film.
    await page
      .getByLabel('Choose a different video')
      .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: jpeg })
    await expect(refusal).toBeVisible()
    await expect(page.getByLabel('Preview of a.mp4')).toBeVisible()
    await page.getByLabel('Choose a different video').setInputFiles({ ...film, name: 'c.mp4' })
    await expect(page.getByLabel('Preview of c.mp4')).toBeVisible()
    await expect(refusal).toBeHidden()
    await expect(page.getByText('Upload complete.')).toBeVisible()
    await expect.poll(countUploads).toBe(uploads)

    // A film with a known problem is not submitted by one press, because it cannot be taken back.
    await page.getByRole('button', { name: 'Submit film', exact: true }).click()
    const warning = page.getByRole('status').filter({ hasText: 'It is not submitted yet.' })
    await expect(warning).toContainText('This film will not pass the check')
    // Each problem is named once, at the film.
    await expect(warning).not.toContainText('at least 720')
    await warning.getByRole('link', { name: 'See why at the film' }).click()
    const checks = page.getByRole('list', { name: 'Checked on this device' })
    await expect(checks).toBeFocused()
    await expect(checks).toContainText('at least 720 are needed on the short side')
    // The same press asks for the facts that the film lacks.
    await expect(page.getByText('Not submitted yet: see the place and the time above.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit film', exact: true })).toBeEnabled()
    await assertNothingInTheWay(page)
  })
})

test.describe('a contributor who chooses one file after another', () => {
  test('reads the checks of the chosen file only, and of a file that is cut off before any byte is sent', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    // The uploads of a wallet are limited, and none of these is needed.
    await page.route(/\/api\/board\/uploads/, () => {})
    await page.goto(`/board/${bounty.bounty_id}`)
    await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel(/^Choose a (different )?video$/).setInputFiles({ name, mimeType: 'video/mp4', buffer })
    const checks = page.getByRole('list', { name: 'Checked on this device' })
    const small = checks.getByText('at least 720 are needed on the short side')
    const unplayable = page.getByText('This browser cannot play the film.')
    const wouldFail = page.getByRole('alert').filter({ hasText: 'This film will not pass the check.' })

    await choose('small.mp4', freshFilm('qc/p240.mp4'))
    await expect(small).toBeVisible()
    await expect(wouldFail).toBeVisible()

    // No browser knows this codec.
    const good = freshFilm('qc/good.mp4')
    await choose('odd.mp4', Buffer.from(good.toString('latin1').replaceAll('avc1', 'xxx1'), 'latin1'))
    await expect(unplayable).toBeVisible()
    await expect(small).toBeHidden()
    await expect(checks.getByText(/ long/)).toHaveCount(0)
    await expect(wouldFail).toBeHidden()

    await choose('good.mp4', good)
    await expect(page.getByLabel('Preview of good.mp4')).toBeVisible()
    await expect(checks.getByText('1280 × 720 pixels')).toBeVisible()
    await expect(unplayable).toBeHidden()
    await expect(small).toBeHidden()
    await expect(wouldFail).toBeHidden()

    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/uploads') && sent.push(request.method()))
    await choose('cut.mp4', freshFilm('qc/truncated_no_moov.mp4'))
    await expect(page.getByRole('alert').filter({ hasText: 'cut.mp4 was not chosen.' })).toBeVisible()
    await expect(page.getByLabel('Preview of good.mp4')).toBeVisible()
    expect(sent.filter((method) => method === 'POST')).toEqual([])

    await choose('half.mp4', freshFilm('qc/truncated_faststart.mp4'))
    await expect(checks.getByText('The file is cut off: its end is missing.')).toBeVisible()
    await expect(wouldFail).toBeVisible()
    await assertNothingInTheWay(page)
  })
})

test('an upload that was left behind is listed with “My films”, and discarded there', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/board/submissions')
  await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
  await expect(page.getByText('Signed in as').first()).toBeVisible()
  const begin = () =>
    page.evaluate(async () => {
      const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3456789' }
      return (await fetch('/api/board/uploads', { method: 'POST', headers })).headers.get('location')
    })
  const uploadId = (await begin())!.split('/').at(-1)!
  await page.reload()
  const list = page.getByRole('region', { name: 'Uploads that are not submitted' })
  const left = list.getByRole('listitem').filter({ hasText: '3.5 MB, upload begun' })
  await expect(left).toContainText('Film')
  // As the form of a bounty stores it when an upload begins in this browser.
  const known = { uploadId, file: 'mill.mp4', bounty: { id: bounty.bounty_id, title: 'The old mill' } }
  await page.evaluate((name) => localStorage.setItem('cairn.upload-names', JSON.stringify([name])), known)
  await page.reload()
  await expect(left).toContainText('mill.mp4')
  await expect(left.getByRole('link', { name: 'The old mill' })).toHaveAttribute(
    'href',
    `/board/${bounty.bounty_id}`,
  )
  await expect(left).toContainText('Not complete.')
  await assertNothingInTheWay(page)
  await left.getByRole('button', { name: /^Discard/ }).click()
  await expect(left).toHaveCount(0)
})

test('a bounty leads to the own films and earnings, in a row where there is room', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(`/board/${bounty.bounty_id}`)
  const own = page.getByRole('navigation', { name: 'For contributors' })
  await expect(own.getByRole('link')).toHaveText(['My films', 'Earnings'])
  await own.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
  await page.goBack()
  // Narrower, the menu of the site has both.
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(own).toBeHidden()
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
  await assertFits(page)
})
