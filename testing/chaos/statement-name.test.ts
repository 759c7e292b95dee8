import { expect, test } from 'vitest'
import { nameStatement } from '#testing/chaos/statement-name'

test.each([
  [
    'insert into "chain_tx" ("id", "state") values (default, $1)',
    ['queued'],
    'write',
    'insert chain_tx (queued)',
  ],
  ['update "bounty" set "post_tries" = $1 where "bounty_id" = $2', ['1', 'bty_1'], 'write', 'update bounty'],
  [`update payment set state = 'void', reason = $1 where id = $2`, ['x'], 'write', 'update payment (void)'],
  [
    `with slot as (update chain_account set next_nonce = 1 returning 1), stored as (insert into chain_tx (id) select 1 from slot)
     insert into settlement (payer) select 'x' from stored`,
    ['settle'],
    'write',
    'update chain_account + insert chain_tx + insert settlement (settle)',
  ],
  [
    'insert into payment_answer (id) values (1) on conflict (id) do update set status = excluded.status',
    [],
    'write',
    'insert payment_answer',
  ],
  ['select "id" from "chain_tx" where "id" = $1 for update skip locked', ['1'], 'read', undefined],
  ["select pg_notify($1, '')", ['cairn_worker'], 'read', undefined],
  ['begin ', [], 'begin', 'begin'],
  ['commit', [], 'commit', 'commit'],
  ['rollback', [], 'rollback', 'rollback'],
] as const)('%s', (sql, parameters, kind, name) => {
  const named = nameStatement({ sql, parameters: [...parameters] })
  expect(named.kind).toBe(kind)
  if (name) expect(named.name).toBe(name)
})
