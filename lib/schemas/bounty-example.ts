// What a bounty looks like, for descriptions of the interface: its members depend on each other, so they are told together.

const tx = (digits: string) => `0x${digits.repeat(16)}`
const link = 'https://cairn.example/api/files/'

export const submissionExample = {
  submission_id: 'sub_4f6a1c0d9b7e',
  submitted_at: '2026-02-02T09:41:30Z',
  note: 'Filmed clockwise, from the south gate.',
  preview_status: 'ready',
  quality_status: 'pass',
  reconstruction_status: 'none',
  preview_url: `${link}preview-sub_4f6a1c0d9b7e.mp4?expires=1769940000&signature=0f3c`,
  accepted: false,
  full_capture_url: null,
  model_glb_url: null,
  model_zip_url: null,
}

export const createdBountyExample = {
  bounty_id: 'bty_9c1f0a3e77d2',
  status: 'paid',
  amount_usdc: 120,
  deadline: '2026-02-07T12:00:00Z',
  title: 'Walk round the fountain at the old market',
  brief: 'One slow walk round the whole fountain by daylight, everything in view, two minutes or more.',
  onchain_id: null,
  board_url: null,
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  network: 'eip155:8453',
  payment_tx: tx('5e1c'),
  create_tx: null,
  accept_tx: null,
  cancel_tx: null,
  refund_tx: null,
  payout_tx: null,
  poll_url: 'https://cairn.example/api/v1/bounties/bty_9c1f0a3e77d2',
  submissions: [],
  agent_token: 'only-in-this-answer-keep-it',
}

const { agent_token: _, ...posted } = createdBountyExample
export const bountyExample = {
  ...posted,
  status: 'open',
  onchain_id: 41,
  board_url: 'https://cairn.example/board/bty_9c1f0a3e77d2',
  create_tx: tx('a07d'),
  submissions: [submissionExample],
}
