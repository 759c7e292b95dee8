// @module-tag thorough

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'

const count = 20_000

let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
afterAll(() => fixture.close())

test('twenty thousand bounties are audited before the database has statistics of them', async () => {
  await fixture.check()
  const { usdc, escrow } = fixture.networkOf('eip155:8453')
  const [token, contract, treasury] = [usdc.address, escrow, fixture.ctx.env.treasury].map((one) =>
    one.toLowerCase(),
  )
  await fixture.forge(`
    insert into payment (network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash,
                         payload_hash, state, claimed_until, settle_tx, closed_at)
      select 'eip155:8453', '${token}', '0x' || lpad(to_hex(n), 40, '0'), '0x' || encode(sha256(n::text::bytea), 'hex'),
             '${treasury}', 50000000, 1, 'createBounty', '', '', 'settled', now(), sha256(('settle' || n)::bytea), now()
      from generate_series(1, ${count}) n;
    insert into bounty_order (payment_id, title, brief, amount_usdc, deadline_days)
      select id, 'title', 'brief', 50, 7 from payment;
    insert into bounty (bounty_id, payment_id, state, title, brief, amount_usdc, deadline, chain_id, escrow, payer, ref, payment_tx,
                        paid_at, updated_at, onchain_id, create_tx, accept_tx, post_is_final,
                        accepted_submission_id)
      select 'bounty ' || id, id, 'accepted', 'title', 'brief', 50, now(), 8453, '${contract}', payer, sha256(('ref' || id)::bytea),
             settle_tx, now() - interval '1 hour', now() - interval '1 hour', id, sha256(('post' || id)::bytea), sha256(('release' || id)::bytea),
             true, 'submission' from payment;
    insert into event (subject, subject_id, name, data)
      select 'bounty', bounty_id, 'released', '{"state": "accepted"}' from bounty;
    insert into agent_token (token_hash, bounty_id) select sha256(bounty_id::bytea), bounty_id from bounty;
    insert into ledger_entry (chain_id, block, tx_hash, log_index, kind, from_address, to_address, amount_atomic, ref)
      select 8453, 1, settle_tx, 2, 'treasury_in', payer, '${treasury}', 50000000, decode(substr(nonce, 3), 'hex')
      from payment;
    insert into ledger_entry (chain_id, block, tx_hash, log_index, kind, from_address, to_address, amount_atomic, ref,
                              onchain_id, refund_to)
      select 8453, 2, create_tx, 2, 'posted', '${treasury}', '${contract}', 50000000, ref, onchain_id, payer from bounty;
    insert into ledger_entry (chain_id, block, tx_hash, log_index, kind, from_address, to_address, amount_atomic, onchain_id)
      select 8453, 3, accept_tx, 2, 'released', '${contract}', '0x${'aa'.repeat(20)}', 50000000,
             onchain_id from bounty where payment_id % 2 = 0;`)
  // A plan of quadratic cost would run into the time limit of the test.
  const found = await fixture.check()
  // Half of them are open in these books, and the contract has none of them.
  expect(found.violations).toEqual(['end_not_on_chain', 'escrow_difference', 'escrow_total_open'])
  expect(found.figuresOf('eip155:8453')).toMatchObject({
    escrow: { ours: 500_000_000_000n, difference: -500_000_000_000n },
    treasury: { inflows: 1_000_000_000_000n, outflows: 1_000_000_000_000n, inFlight: 0n, difference: 0n },
  })
  expect(found.findings[0]!.ids.length).toBeLessThanOrEqual(20)
})
