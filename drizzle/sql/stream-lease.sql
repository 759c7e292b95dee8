-- Opens a stream for an API key unless `most` of its streams are open. The row lock makes streams of one key open one after the
-- other, in one round trip. In `read committed` each statement of a function sees what was committed before that statement began,
-- so the streams are counted under the lock.
create or replace function take_stream_lease(lease uuid, key bigint, most integer, seconds integer) returns boolean language plpgsql as $$
begin
  perform from api_key where id = key for update;
  insert into stream_lease (lease_id, key_id, expires_at)
  select lease, key, now() + make_interval(secs => seconds)
  where (select count(*) from stream_lease where key_id = key and expires_at > now()) < most;
  return found;
end $$;
