import { exampleProof } from '#lib/operations/examples/capture'

/** The bounty that all examples speak of, and the one film handed in for it. */
const bountyId = 'bty_7Q2mVb0mT3u1sXnK'
const submissionId = 'sub_4c1f0a6e9b7d'
const token = 'agt_1zG5kT0yWq8oF3nJc7uE2xVbL9sH4dRaPiM6tYwQ0eU'
const payer = '0x2222222222222222222222222222222222222222'
const origin = 'https://cairn.example'
const hash = (digits: string) => `0x${digits.repeat(32)}`
const signed = (name: string) => `${origin}/api/files/signature/${name}`

export const exampleOrder = {
  title: 'The fountain in Karlsplatz',
  brief: 'Film the fountain at 48.1391, 11.5656 all the way round, slowly, in daylight.',
  amount_usdc: 120,
  deadline_days: 7,
}

const placed = {
  bounty_id: bountyId,
  amount_usdc: exampleOrder.amount_usdc,
  deadline: '2026-11-26T10:15:00Z',
  title: exampleOrder.title,
  brief: exampleOrder.brief,
  payer,
  network: 'eip155:8453',
  payment_tx: hash('a1'),
  accept_tx: null,
  cancel_tx: null,
  refund_tx: null,
  payout_tx: null,
  poll_url: `${origin}/api/v1/bounties/${bountyId}`,
}

const notPosted = { ...placed, status: 'paid', onchain_id: null, board_url: null, create_tx: null }
const posted = {
  ...placed,
  status: 'open',
  onchain_id: 42,
  board_url: `${origin}/board/${bountyId}`,
  create_tx: hash('b2'),
}

const submission = {
  submission_id: submissionId,
  submitted_at: '2026-11-21T08:02:31Z',
  note: 'Morning light, no people in front of the basin.',
  preview_status: 'ready',
  quality_status: 'pass',
  quality_reasons: [],
  reconstruction_status: 'none',
  reconstruction_reason: null,
  preview_url: signed('preview.mp4'),
  accepted: false,
  full_capture_url: null,
  model_glb_url: null,
  model_zip_url: null,
}

const reviewed = {
  ...submission,
  contributor: '0x3333333333333333333333333333333333333333',
  quality_warnings: [],
  figures: { duration_seconds: 74.2, width: 1920, height: 1080, frames_per_second: 30 },
  size_bytes: 88_104_211,
  poster_url: signed('still.webp'),
  reconstruction_stage: null,
  reconstruction_text: null,
  reconstruction_percent: null,
  reconstruction_reason: null,
  models_ahead: null,
  model_preview_url: null,
}

const accepted = {
  ...posted,
  status: 'accepting',
  submissions: [{ ...submission, accepted: true, reconstruction_status: 'queued' }],
}

const { full_capture_url: _, model_glb_url: __, model_zip_url: ___, ...shownToContributor } = submission

const own = {
  ...shownToContributor,
  preview_status: 'pending',
  quality_status: 'pending',
  preview_url: null,
  sha256: exampleProof.sha256,
  geohash: 'u281z5',
  captured_at: '2026-11-21T07:48:05Z',
  quality_warnings: [],
  original_url: null,
  accept_tx: null,
  bounty: {
    bounty_id: bountyId,
    title: exampleOrder.title,
    amount_usdc: exampleOrder.amount_usdc,
    network: placed.network,
    deadline: placed.deadline,
    status: 'open',
    board_url: posted.board_url,
  },
}

const webhook = {
  url: 'https://agent.example/cairn',
  secret: 'whsec_TkNQ0Ck6mVwWJ0j1pEJ0cU5eWnQm0m2b7uYc2mXQ3jE=',
  previous_secrets_until: null,
  pending: 0,
  given_up: 0,
  last_attempt: { at: '2026-11-21T08:00:00Z', result: '204' },
}

const onBoard = {
  bounty_id: bountyId,
  status: 'open',
  title: exampleOrder.title,
  brief: exampleOrder.brief,
  amount_usdc: exampleOrder.amount_usdc,
  network: placed.network,
  deadline: placed.deadline,
  onchain_id: posted.onchain_id,
  board_url: posted.board_url,
  geohash: 'u281z5',
  poster: { accepted: 4, cancelled: 1, expired_with_submissions: 0 },
}

const earnings = {
  networks: [
    {
      network: placed.network,
      paid_usdc: 180,
      on_its_way_usdc: 0,
      waiting_usdc: 120,
      submissions: { paid: 2, on_its_way: 0, waiting: 1, not_accepted: 3 },
    },
  ],
}

export const bountyExamples = {
  getEarnings: { output: earnings },
  createBounty: { body: exampleOrder, output: { ...notPosted, submissions: [], agent_token: token } },
  getBounty: { params: { id: bountyId }, output: { ...posted, submissions: [submission] } },
  getReview: { params: { id: bountyId }, output: { ...posted, submissions: [reviewed] } },
  acceptSubmission: { params: { id: bountyId }, body: { submission_id: submissionId }, output: accepted },
  getWebhook: { params: { id: bountyId }, output: webhook },
  setWebhook: { params: { id: bountyId }, body: { url: webhook.url }, output: webhook },
  cancelBounty: { params: { id: bountyId }, output: { ...posted, status: 'cancelling', submissions: [] } },
  listBoard: { query: { limit: '20' }, output: { bounties: [onBoard], next_cursor: null } },
  getBoardBounty: { params: { bounty_id: bountyId }, output: onBoard },
  createSubmission: {
    params: { bounty_id: bountyId },
    body: { upload_id: `upl_${'3f'.repeat(16)}`, note: submission.note },
    output: own,
  },
  listSubmissions: { query: { limit: '20' }, output: { submissions: [own], next_cursor: null } },
  getSubmission: { params: { submission_id: submissionId }, output: own },
}
