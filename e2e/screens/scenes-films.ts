import type { Page } from '@playwright/test'
import type { Review } from '#lib/schemas/review'
import type { OwnSubmission } from '#lib/schemas/submission'
import { uploadsSchema } from '#lib/schemas/upload'
import { freshFilm } from '../fresh-film.ts'
import type { Scene } from './scene.ts'
import { seeModel } from './see-model.ts'
import type { World } from './world.ts'

type Film = Review['submissions'][number]

const bountyPage = (name: keyof World['bounties']) => (world: World) =>
  `/bounties/${world.bounties[name].bounty_id}`
const videos = 'video >> nth=0'
/** Taken now, so after the films of the demo data were submitted. */
const measure = { reason: 'It shows a private garden over a fence.', at: new Date().toISOString() }

/** Changes the films in the answer to the poster's page: the models in the demo data are finished long before a picture is taken. */
async function changeFilms(page: Page, change: (film: Film, order: number) => Partial<Film>) {
  await page.route('**/api/review/bounties/*', async (route) => {
    const answer = await route.fetch()
    const review = (await answer.json()) as Review
    const submissions = review.submissions.map((film, order) => ({ ...film, ...change(film, order) }))
    await route.fulfill({ response: answer, json: { ...review, submissions } })
  })
  await page.reload()
}

/** Each of these pictures leaves an upload, and a wallet may have only some. The two newest may belong to pictures that are taken now. */
async function discardOldUploads(page: Page) {
  const { uploads } = uploadsSchema.parse(await (await page.request.get('/api/board/uploads')).json())
  for (const { upload_id: id } of uploads.slice(2))
    await page.request.delete(`/api/board/uploads/${id}`, {
      headers: { 'Tus-Resumable': '1.0.0', Origin: new URL(page.url()).origin },
    })
}

const withoutModel = {
  model_preview_url: null,
  model_glb_url: null,
  model_splats_url: null,
  model_zip_url: null,
  manifest_sha256: null,
  proof_status: 'pending',
  proof_by: new Date(Date.now() + 36 * 3_600_000).toISOString(),
} as const satisfies Partial<Film>

/** Films between their upload and their delivery, and what is reported of them. */
export const filmScenes: readonly Scene[] = [
  {
    name: 'film-checks',
    shows: 'A film before it is submitted: what the browser found in it',
    path: ({ bounties }) => `/board/${bounties.bridge.bounty_id}`,
    as: 'contributor',
    ready: 'text=Choose a video',
    act: async (page) => {
      await discardOldUploads(page)
      const film = { name: 'bridge.mp4', mimeType: 'video/mp4', buffer: freshFilm('qc/dark.mp4') }
      await page.locator('input[type=file]').first().setInputFiles(film)
      await page.getByText('Upload complete.').waitFor()
      await page.getByText(/looking at some pictures/).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'submissions-declined',
    shows: 'A film that its poster declined, and one that an operator hides',
    path: '/board/submissions',
    as: 'contributor',
    ready: 'text=Watch the preview',
    act: async (page) => {
      await page.route('**/api/board/submissions', async (route) => {
        const answer = await route.fetch()
        const { submissions, next_cursor } = (await answer.json()) as {
          submissions: OwnSubmission[]
          next_cursor: string | null
        }
        const open = submissions.filter(({ bounty }) => bounty.status === 'open')
        const declined = { reason: 'blurred', text: 'Please come back in daylight.', at: measure.at }
        const changed = open.map((film, order) =>
          order === 0
            ? { ...film, declined }
            : { ...film, preview_url: null, moderation: [{ measure: 'hidden', ...measure }] },
        )
        await route.fulfill({ response: answer, json: { submissions: changed, next_cursor } })
      })
      await page.reload()
      await page.getByText('Declined by the poster').waitFor()
    },
  },
  {
    name: 'notices',
    shows: 'How a contributor is told of decisions, with the address of a feed',
    path: '/board/submissions',
    as: 'contributor',
    ready: 'h2:has-text("Notifications")',
    act: async (page) => {
      await page.getByRole('button', { name: /^Make a (feed|new) address$/ }).click()
      const address = page.locator('code', { hasText: '/board/notices/' })
      await address.scrollIntoViewIfNeeded()
    },
    isWindow: true,
  },
  {
    name: 'review-doubtful',
    shows: 'A film whose model is unlikely, and whose contributor was banned',
    path: bountyPage('desk'),
    as: 'poster',
    ready: videos,
    act: async (page) => {
      await changeFilms(page, () => ({
        quality_status: 'pass',
        model_forecast: 'unlikely',
        model_forecast_status: 'ready',
        model_forecast_reason:
          '2 of 8 compared pictures fit together: the camera turned on the spot. A walk around the subject gives a model.',
        moderation: [{ measure: 'contributor_banned', ...measure }],
        declined: { reason: 'wrong_place', text: 'This is the square next to it.', at: measure.at },
      }))
      await page.getByText('3D model unlikely').filter({ visible: true }).first().waitFor()
    },
  },
  {
    name: 'decline',
    shows: 'Before a film is declined',
    path: bountyPage('desk'),
    as: 'poster',
    ready: videos,
    act: async (page) => {
      await page.getByRole('button', { name: /^Decline/ }).click()
      await page.getByLabel('Something is missing').check()
    },
    isWindow: true,
  },
  {
    name: 'model-progress',
    shows: 'An accepted film while its model is made',
    path: bountyPage('accepted'),
    as: 'poster',
    ready: '#progress',
    act: async (page) => {
      await changeFilms(page, () => ({
        ...withoutModel,
        reconstruction_status: 'running',
        reconstruction_stage: 'depth',
        reconstruction_text: 'Measuring the depth of each picture.',
        reconstruction_progress: 0.44,
        reconstruction_remaining_seconds: 280,
      }))
      await page.getByRole('progressbar', { name: 'The 3D model' }).waitFor()
    },
  },
  {
    name: 'model-failed',
    shows: 'An accepted film without a model, which can be made again',
    path: bountyPage('accepted'),
    as: 'poster',
    ready: '#progress',
    act: async (page) => {
      await changeFilms(page, () => ({
        ...withoutModel,
        reconstruction_status: 'failed',
        reconstruction_progress: null,
        reconstruction_retries_left: 3,
        reconstruction_reason: 'Only 19 of 34 pictures of the film fit together.',
      }))
      await page.getByRole('heading', { name: 'Make the model again' }).waitFor()
    },
  },
  {
    name: 'model-page',
    shows: 'The public page of a model',
    path: ({ modelPage }) => modelPage,
    ready: 'h1',
    act: seeModel,
  },
  {
    name: 'report',
    shows: 'Reporting a bounty, without an account',
    path: ({ bounties }) => `/board/${bounties.market.bounty_id}`,
    ready: 'button:has-text("Report this bounty")',
    act: async (page) => {
      await page.getByRole('button', { name: 'Report this bounty' }).click()
      await page.getByLabel('A private home').check()
    },
    isWindow: true,
  },
]
