import { expect } from '@playwright/test'
import type { Contributor } from '../testing/contributor.ts'
import { uploadWith } from '../testing/upload-client.ts'
import type { PostedBounty } from './post-bounty.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()

/** Uploads a film and submits it for a bounty, with place and time unless the film has its own. @returns the submission's id */
export async function handIn(args: {
  bounty: Pick<PostedBounty, 'bounty_id'>
  contributor: Contributor
  film: Buffer
  note: string
  location?: { lat: number; lon: number }
  capturedAt?: string
}): Promise<string> {
  const { bounty, contributor, film, note } = args
  const { location = { lat: 48.8584, lon: 2.2945 }, capturedAt = new Date().toISOString() } = args
  const headers = contributor.bearer
  const { uploadId } = await uploadWith(film, { endpoint: `${facts.base_url}/api/board/uploads`, headers })
  const submit = () =>
    fetch(`${facts.base_url}/api/board/bounties/${bounty.bounty_id}/submissions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ upload_id: uploadId, note, location, captured_at: capturedAt }),
    })
  let answer = await submit()
  // No worker has read the film yet, so the service names a time to try again at. Tests end by their own time limit.
  while (answer.status === 503 && answer.headers.has('retry-after')) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('retry-after'))))
    answer = await submit()
  }
  const body = (await answer.json()) as { submission_id: string }
  expect(answer.status, `handing a film in: ${JSON.stringify(body)}`).toBe(201)
  return body.submission_id
}
