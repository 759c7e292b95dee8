-- Every payment and every settlement, wherever its row is. One statement over a view has one snapshot, so it finds a payment that is
-- being moved exactly once.
create or replace view archived_payment_as_payment as
  select id, 'eip155:' || chain_id::text as network, '0x' || encode(asset, 'hex') as asset, '0x' || encode(payer, 'hex') as payer,
         '0x' || encode(nonce, 'hex') as nonce, '0x' || encode(pay_to, 'hex') as pay_to, amount_atomic, valid_before, operation,
         request_hash, payload_hash, 'settled' as state, attempt, claimed_until, settle_tx, null::text as reason, created_at, looked_at,
         closed_at, chain_tx_id
  from archived_payment;

create or replace view payment_journal as
  select id, network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash, payload_hash, state, attempt,
         claimed_until, settle_tx, reason, created_at, looked_at, closed_at
  from payment
  union all
  select id, network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation, request_hash, payload_hash, state, attempt,
         claimed_until, settle_tx, reason, created_at, looked_at, closed_at
  from archived_payment_as_payment;

create or replace view settlement_journal as
  select network, asset, payer, nonce, chain_tx_id from settlement
  union all
  select network, asset, payer, nonce, chain_tx_id from archived_payment_as_payment;

-- The archive is append-only, and nothing moves while the service is frozen.
create or replace trigger archived_payment_append_only before update or delete on archived_payment
  for each row execute function refuse_change();
create or replace trigger archived_payment_frozen before insert on archived_payment
  for each row execute function refuse_while_frozen();

-- A payment leaves `payment` only if nothing was sent for it (void), or if the archive has the same payment.
create or replace function payment_leaves() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' and exists (
    select from archived_payment_as_payment a
    where a.id = old.id
      and (a.network, a.asset, a.payer, a.nonce, a.pay_to, a.amount_atomic, a.valid_before, a.operation, a.request_hash,
           a.payload_hash, a.attempt, a.claimed_until, a.settle_tx, a.reason, a.created_at, a.looked_at, a.closed_at)
          is not distinct from
          (old.network, old.asset, old.payer, old.nonce, old.pay_to, old.amount_atomic, old.valid_before, old.operation, old.request_hash,
           old.payload_hash, old.attempt, old.claimed_until, old.settle_tx, old.reason, old.created_at, old.looked_at, old.closed_at)
  ) then return old; end if;
  raise exception 'payment % is % and the archive does not have it: it stays in the journal', old.id, old.state;
end $$;

create or replace trigger payment_leaves before delete on payment for each row when (old.state <> 'void')
  execute function payment_leaves();

-- At each commit a payment is in one of the two tables.
create or replace function payment_left() returns trigger language plpgsql as $$
begin
  if exists (select from payment where id = new.id) then
    raise exception 'payment % is in the archive and still in the journal', new.id;
  end if;
  return null;
end $$;

-- PostgreSQL cannot replace a constraint trigger.
drop trigger if exists archived_payment_left on archived_payment;
create constraint trigger archived_payment_left after insert on archived_payment
  deferrable initially deferred for each row execute function payment_left();
