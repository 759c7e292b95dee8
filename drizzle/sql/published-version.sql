-- Gives what is published a new version in the transaction that changes it. A reader that finds the same version on a replica and on the
-- primary knows that both show the same observations. Triggers, so that it also holds while an older version of the service publishes.
--
-- A change locks the row until it commits. So versions are committed one after the other, each together with all changes before it.
create or replace function renew_published_version() returns trigger language plpgsql as $$
begin
  update feed_head set previous_version = published_version, published_version = gen_random_uuid();
  return null;
end $$;

-- Everybody who changes what is published locks `feed_head`, and a publication has locked `tree` before. In this order nobody and a migration
-- wait for each other.
lock table tree in share row exclusive mode;
lock table feed_head in exclusive mode;

-- `cell_presence` and `coverage` change only together with `observation`.
create or replace trigger renew_published_version after insert or update or delete or truncate on observation
  for each statement execute function renew_published_version();

create or replace trigger renew_published_version after insert or update or delete or truncate on withdrawn_capture
  for each statement execute function renew_published_version();

-- A tree that has nothing but captures which are not sold changes what is known of them.
create or replace trigger renew_published_version after insert or update of state on tree
  for each row when (new.state = 'final') execute function renew_published_version();
