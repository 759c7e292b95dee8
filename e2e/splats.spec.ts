// needs: ffmpeg ffprobe

import { signInAs } from '../testing/contributor.ts'
import { smallGlb } from '../testing/small-glb.ts'
import { smallSplats } from '../testing/small-splats.ts'
import { freshFilm } from './fresh-film.ts'
import { handIn } from './hand-in.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { endBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// No engine of this sandbox makes a Gaussian splat, so the answer for the poster is changed as one of an engine that does.

const facts = sandboxFacts()
const splatUrl = `${facts.base_url}/a-splat.spz`
const surface = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{}],
  meshes: [{ primitives: [] }],
}
const files = { '**/a-surface.glb': smallGlb(surface), '**/a-splat.spz': smallSplats() }

test('a poster sees the Gaussian splat of an engine that makes one, turns it with the keyboard, and goes back to the surface', {
  tag: '@thorough',
}, async ({ page }) => {
  // Without a graphics card, a busy machine needs up to a second to draw one frame.
  test.setTimeout(300_000)
  const bounty = await postBounty(networks[0]!, 'The hedge by the canal')
  const contributor = await signInAs({ url: facts.base_url, origin: facts.base_url })
  const film = freshFilm('qc/good.mp4')
  await handIn({ bounty, contributor, film, note: 'Once around.' })
  await page.route('**/api/review/bounties/*', async (route) => {
    const answer = await route.fetch()
    const review = await answer.json()
    const submissions = review.submissions.map((submission: object) => ({
      ...submission,
      accepted: true,
      reconstruction_status: 'ready',
      full_capture_url: `${facts.base_url}/a-film.mp4`,
      model_preview_url: `${facts.base_url}/a-surface.glb`,
      model_splats_url: splatUrl,
    }))
    await route.fulfill({ response: answer, json: { ...review, status: 'accepted', submissions } })
  })
  for (const [path, body] of Object.entries(files)) await page.route(path, (route) => route.fulfill({ body }))
  await page.route('**/a-film.mp4', (route) => route.fulfill({ body: film, contentType: 'video/mp4' }))

  await page.goto(`/bounties/${bounty.bounty_id}`)
  await page.getByLabel('Key of the bounty').fill(bounty.agent_token)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const stage = page.getByRole('region', { name: '3D model' })
  await expect(stage.getByRole('button', { name: 'Surface' })).toHaveAttribute('aria-pressed', 'true')
  await expect(stage.locator('model-viewer')).toBeVisible()

  await stage.getByRole('button', { name: 'Splat' }).click()
  const splat = stage.getByRole('img', { name: /Gaussian splat/ })
  await expect(splat).toBeVisible()
  // A WebGL canvas is read as a picture of the page. The splats are red and green on a dark ground.
  const colours = async () => {
    const picture = (await splat.screenshot()).toString('base64')
    return page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      paper.drawImage(bitmap, 0, 0)
      const { data } = paper.getImageData(0, 0, bitmap.width, bitmap.height)
      let splats = 0
      for (let at = 0; at < data.length; at += 4)
        if (Math.max(data[at]!, data[at + 1]!) > 100 && data[at + 2]! < 60) splats += 4 / data.length
      return splats
    }, picture)
  }
  await expect.poll(colours).toBeGreaterThan(0.05)
  await assertNothingInTheWay(page)

  // A still picture is drawn only once.
  const drawnInTenFrames = () =>
    page.evaluate(async () => {
      const gl = WebGL2RenderingContext.prototype
      const { drawElements, drawElementsInstanced, drawArrays, drawArraysInstanced } = gl
      const originals = { drawElements, drawElementsInstanced, drawArrays, drawArraysInstanced }
      let calls = 0
      for (const [name, original] of Object.entries(originals))
        Object.assign(gl, {
          [name](...args: unknown[]) {
            calls += 1
            return Reflect.apply(original, this, args)
          },
        })
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
      Object.assign(gl, originals)
      return calls
    })
  await expect.poll(drawnInTenFrames).toBe(0)
  // A canvas of another size is empty until it is drawn again.
  await page.setViewportSize({ width: 1_000, height: 700 })
  await expect.poll(colours).toBeGreaterThan(0.05)

  // Seen from the side, a plane is hardly visible.
  await splat.focus()
  const facing = await colours()
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight')
  await expect.poll(colours).toBeLessThan(facing / 3)

  await stage.getByRole('button', { name: 'Surface' }).click()
  await expect(stage.locator('model-viewer')).toBeVisible()
  await expect(splat).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Download the Gaussian splat' })).toHaveAttribute(
    'href',
    splatUrl,
  )
  await endBounty(bounty)
})
