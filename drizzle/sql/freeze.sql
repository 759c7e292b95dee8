-- While the service is frozen (a row of service_freeze without an end), nothing new is signed, sold or decided by any process,
-- including those that started before the freeze. A replay may write: it records what the chains already have, and sets
-- `cairn.replay` for its transactions.
--
-- The same holds from the moment when the server is promoted or recovered: its write-ahead log is then on another timeline than the one
-- that the service last trusted, and processes that run on have not compared it with the chains. `timeline` is 0 where the provider
-- does not show it; the statement that reads it is planned only where it does.
create or replace function refuse_while_frozen() returns trigger language plpgsql as $$
declare
  trusted integer;
begin
  if coalesce(current_setting('cairn.replay', true), '') = 'on' then
    return new;
  end if;
  if exists (select from service_freeze where ended_at is null) then
    raise exception using errcode = 'CF001', message = 'the service is frozen: nothing is written to ' || tg_table_name;
  end if;
  select timeline into trusted from service_incarnation;
  if trusted <> 0 then
    if trusted <> ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer then
      raise exception using errcode = 'CF001',
        message = 'this server was promoted or recovered and not compared with the chains: nothing is written to ' || tg_table_name;
    end if;
  end if;
  return new;
end $$;

-- Transactions: none is requested, signed or replaced.
create or replace trigger chain_tx_frozen before insert on chain_tx for each row execute function refuse_while_frozen();
create or replace trigger chain_tx_frozen_sign before update on chain_tx for each row
  when (old.state = 'queued' and new.state = 'sent') execute function refuse_while_frozen();
create or replace trigger chain_attempt_frozen before insert on chain_attempt
  for each row execute function refuse_while_frozen();

-- Payments: none is claimed, claimed again or sent to be settled.
create or replace trigger payment_frozen before insert on payment for each row execute function refuse_while_frozen();
create or replace trigger payment_frozen_take before update on payment for each row
  when (new.attempt > old.attempt or (old.state = 'claimed' and new.state = 'settling'))
  execute function refuse_while_frozen();

-- Bounties: none is accepted, cancelled or expired.
create or replace trigger bounty_frozen before update on bounty for each row
  when (old.state = 'open' and new.state in ('accepting', 'cancelling', 'expired')) execute function refuse_while_frozen();

-- A freeze that has ended never changes, and none is deleted.
create or replace trigger service_freeze_ended before update on service_freeze for each row
  when (old.ended_at is not null) execute function refuse_change();
create or replace trigger service_freeze_kept before delete on service_freeze for each row execute function refuse_change();
