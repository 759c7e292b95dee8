// needs: ffmpeg ffprobe colmap

import { privateKeyToAccount } from 'viem/accounts'
import { signInAs } from '../testing/contributor.ts'
import { freshFilm } from './fresh-film.ts'
import { handIn } from './hand-in.ts'
import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { bountyOf, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const origin = { url: facts.base_url, origin: facts.base_url }

type Submission = {
  submission_id: string
  reconstruction_status: string
  reconstruction_mode: string
  reconstruction_retries_left: number
}
const submissionOf = async (bounty: PostedBounty) =>
  (await bountyOf<{ submissions: Submission[] }>(bounty)).submissions[0]!

/** An operator stops the model of a submission, which then counts as failed. This has an effect only while a model is queued or running. */
async function stopModel(submissionId: string): Promise<void> {
  const { token } = await signInAs({
    ...origin,
    wallet: privateKeyToAccount(facts.wallets.operator.private_key),
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const path = `${facts.base_url}/api/operator`
  const { jobs } = (await (await fetch(`${path}/jobs?queue=reconstruct`, { headers })).json()) as {
    jobs: { job_id: string; submission_id: string }[]
  }
  const job = jobs.find(({ submission_id }) => submission_id === submissionId)
  if (!job) return
  const input = { queue: 'reconstruct', job_id: job.job_id }
  const body = JSON.stringify({ action: 'drop_job', input, reason: 'A journey needs a failed model' })
  const answer = await fetch(`${path}/actions`, { method: 'POST', headers, body })
  expect(answer.status, 'dropping the job').toBe(200)
}

test('a poster reads why there is no model, and has it made again in another way, as often as is left', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(480_000)
  const bounty = await postBounty(networks[0]!, 'The column in the courtyard')
  const contributor = await signInAs(origin)
  // Its model takes minutes, so the test sees it while it is made.
  const film = freshFilm('synth/synth_orbit_720p.mp4')
  const submissionId = await handIn({ bounty, contributor, film, note: 'Once around.' })
  const accepted = await fetch(`${facts.base_url}/api/v1/bounties/${bounty.bounty_id}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ submission_id: submissionId }),
  })
  expect(accepted.ok).toBe(true)
  await stopModel(submissionId)
  const before = await submissionOf(bounty)
  expect(before).toMatchObject({ reconstruction_status: 'failed', reconstruction_mode: 'standard' })

  await page.goto(`/bounties/${bounty.bounty_id}`)
  await page.getByLabel('Key of the bounty').fill(bounty.agent_token)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(
    page.getByText('An operator stopped making the model. It can be tried again.').first(),
  ).toBeVisible()
  const again = page.getByRole('region', { name: 'Make the model again' })
  await expect(again).toContainText(`You can do this ${before.reconstruction_retries_left} more times.`)
  await assertNothingInTheWay(page)
  try {
    await again.getByLabel(/^More tolerant/).check()
    await again.getByRole('button', { name: 'Make it again' }).click()
    await expect(again).toHaveCount(0)
    await expect(page.getByText('No 3D model', { exact: true })).toHaveCount(0)
    await expect(
      page
        .getByText('Making the 3D model')
        .or(page.getByText('3D model', { exact: true }))
        .first(),
    ).toBeVisible()
    const after = await submissionOf(bounty)
    expect(['queued', 'running']).toContain(after.reconstruction_status)
    expect(after).toMatchObject({
      reconstruction_mode: 'relaxed',
      reconstruction_retries_left: before.reconstruction_retries_left - 1,
    })
  } finally {
    await stopModel(submissionId)
  }
})
