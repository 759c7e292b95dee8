// The bounty of all examples, and the one film submitted for it.

export const bountyId = 'bty_3f8a1c5e7b904d26a1e8c37f50b2d914'
export const submissionId = 'sub_4c1f0a6e9b7d4e21b35c8d90f7a2e618'
export const agentToken = 'cairn_bounty_1zG5kT0yWq8oF3nJc7uE2xVbL9sH4dRaPiM6tYwQ0eU'
const origin = 'https://cairn.example'
const txHash = (byte: string) => `0x${byte.repeat(32)}`
export const signedUrl = (name: string) => `${origin}/api/files/signature/${name}`

export const exampleOrder = {
  title: 'The fountain in Karlsplatz',
  brief:
    'Film the fountain in the middle of the square all the way round, slowly, in daylight.\n\nPlace: geohash u281z5',
  amount_usdc: 120,
  deadline_days: 7,
}

const paid = {
  bounty_id: bountyId,
  amount_usdc: exampleOrder.amount_usdc,
  deadline: '2026-11-26T10:15:00Z',
  title: exampleOrder.title,
  brief: exampleOrder.brief,
  payer: '0x2222222222222222222222222222222222222222',
  network: 'eip155:8453',
  payment_tx: txHash('a1'),
  accept_tx: null,
  cancel_tx: null,
  refund_tx: null,
  payout_tx: null,
  poll_url: `${origin}/api/v1/bounties/${bountyId}`,
}

export const unposted = { ...paid, status: 'paid', onchain_id: null, board_url: null, create_tx: null }
export const posted = {
  ...paid,
  status: 'open',
  onchain_id: 42,
  board_url: `${origin}/board/${bountyId}`,
  create_tx: txHash('b2'),
}

export const submission = {
  submission_id: submissionId,
  submitted_at: '2026-11-21T08:02:31Z',
  note: 'Morning light, no people in front of the basin.',
  captured_at: '2026-11-21T07:48:05Z',
  geohash: 'u281z5',
  claims_from: 'file',
  place_match: 'inside',
  time_match: 'after_order',
  preview_status: 'ready',
  quality_status: 'pass',
  quality_reasons: [],
  quality_warnings: [],
  credentials: {
    state: 'none',
    signer: null,
    signed_at: null,
    generator: null,
    ai_use: null,
    edits: [],
    text: 'No Content Credentials were found in this file.',
  },
  model_forecast: 'likely',
  model_forecast_reason: '32 of 32 pictures that were compared fit together, and they show depth.',
  model_forecast_status: 'ready',
  reconstruction_status: 'none',
  reconstruction_reason: null,
  reconstruction_stage: null,
  reconstruction_progress: null,
  reconstruction_remaining_seconds: null,
  reconstruction_mode: 'standard',
  reconstruction_retries_left: 3,
  proof_status: 'none',
  proof_by: null,
  preview_url: signedUrl('preview.mp4'),
  accepted: false,
  declined: null,
  contributor_record: {
    submitted: 14,
    accepted: 12,
    declined: 1,
    posters: 5,
    yours: { submitted: 1, accepted: 0, declined: 0 },
    unproven: { submitted: 2, accepted: 1, declined: 0 },
    connected: { submitted: 0, accepted: 0, declined: 0 },
  },
  full_capture_url: null,
  model_glb_url: null,
  model_splats_url: null,
  model_zip_url: null,
}
