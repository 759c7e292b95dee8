import { freshFilm } from './fresh-film.ts'
import { expect, test } from './journey.ts'
import { assertFits, assertNothingInTheWay } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'

/** The first bytes of a photograph. */
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')

let bounty: PostedBounty
test.beforeAll(async () => {
  bounty = await postBounty(networks[0], 'The little square with the fountain')
})
test.afterAll(() => endBounty(bounty))

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
    // The terms lead to the last step, and no longer offer to begin.
    const terms = page.getByRole('complementary', { name: 'Terms' })
    await expect(terms.getByRole('link', { name: 'Finish submitting your film' })).toBeVisible()
    await expect(terms.getByRole('link', { name: 'Submit a film' })).toBeHidden()
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

    const begun = page.waitForRequest(
      (request) => request.method() === 'POST' && /uploads/.test(request.url()),
    )
    await choose('good.mp4', good)
    await expect(page.getByLabel('Preview of good.mp4')).toBeVisible()
    // Its upload may begin after its preview is there, and must not be taken for one of the next file.
    await begun
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
  await expect(left).toContainText('Film from another browser or device')
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

test('the page of a bounty links to My films and Earnings, except on a phone, where the menu has them', async ({
  page,
}) => {
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
