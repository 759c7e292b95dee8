const address = '0x3333333333333333333333333333333333333333'
const amount = (usdc: string, atomic: string) => ({ usdc, atomic })
const nothing = amount('0.00', '0')
const inEscrow = amount('120.00', '120000000')

export const serviceExamples = {
  issueNonce: { output: { nonce: 'xk3vT9mQ0aLr2WzE', expires_at: '2026-11-21T08:10:00Z' } },
  signIn: {
    body: {
      message: [
        'cairn.example wants you to sign in with your Ethereum account:',
        address,
        '',
        'Sign in to contribute.',
        '',
        'URI: https://cairn.example',
        'Version: 1',
        'Chain ID: 8453',
        'Nonce: xk3vT9mQ0aLr2WzE',
        'Issued At: 2026-11-21T08:00:00Z',
      ].join('\n'),
      signature: `0x${'5a'.repeat(65)}`,
    },
    output: { address, expires_at: '2026-11-21T20:00:00Z', token: 'ses_9dKq3pR7wZ0bN5xT1vC8mY4hJ6gF2sLa' },
  },
  getSession: { output: { address, expires_at: '2026-11-21T20:00:00Z' } },
  signOut: {},
  countWithdrawn: {
    output: { total: 3, by_reason: { rights: 1, privacy: 2, wrong_place: 0, not_real: 0, other: 0 } },
  },
  getSolvency: {
    output: {
      solvent: true,
      computed_at: '2026-11-21T08:00:02Z',
      networks: [
        {
          network: 'eip155:8453',
          name: 'Base',
          usdc_address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
          escrow_address: '0x4444444444444444444444444444444444444444',
          previous_escrow_address: null,
          treasury_address: '0x5555555555555555555555555555555555555555',
          status: 'checked',
          solvent: true,
          block: { number: 41_327_004, hash: `0x${'c3'.repeat(32)}`, time: '2026-11-21T07:59:55Z' },
          escrow: {
            balance: inEscrow,
            total_open: inEscrow,
            our_bounties: inEscrow,
            other_bounties: nothing,
            surplus: nothing,
            difference: nothing,
          },
          treasury: {
            inflows: inEscrow,
            outflows: inEscrow,
            in_flight: nothing,
            unmatched_in: nothing,
            unmatched_out: nothing,
            revenue: nothing,
            difference: nothing,
            shortfall: nothing,
          },
        },
      ],
    },
  },
  checkHealth: { output: { status: 'ok' } },
  checkReadiness: {
    output: {
      status: 'ready',
      database: { ok: true, latency_ms: 2 },
      chains: [{ network: 'eip155:8453', ok: true, head: 41_327_019, head_age_seconds: 2 }],
      worker: { ok: true, last_beat_seconds: 1 },
      films: { ok: true, oldest_job_seconds: null, unconfined_workers: 0 },
      frozen: null,
    },
  },
  advanceClock: {
    body: { advance_seconds: 86_400 },
    output: { now: '2026-11-22T08:00:00Z', offset_seconds: 86_400 },
  },
  fundWallet: {
    body: { address },
    output: { address, granted_usdc: '1000.00', networks: ['eip155:8453', 'eip155:5042'] },
  },
}
