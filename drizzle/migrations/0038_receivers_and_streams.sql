ALTER TABLE "bounty_webhook" ADD COLUMN "secret_salts" uuid[] DEFAULT array[gen_random_uuid()] NOT NULL;--> statement-breakpoint
ALTER TABLE "bounty_webhook" ADD COLUMN "secret_rotated_at" timestamp with time zone;--> statement-breakpoint
-- One round trip: streams of one key are opened one after the other, and none of them waits for its web process in between.
-- Each statement of a function in `read committed` sees what was committed before it began, so the count is taken under the lock.
create function take_stream_lease(lease uuid, key bigint, most integer, seconds integer) returns boolean language plpgsql as $$
begin
  perform from api_key where id = key for update;
  insert into stream_lease (lease_id, key_id, expires_at)
  select lease, key, now() + make_interval(secs => seconds)
  where (select count(*) from stream_lease where key_id = key and expires_at > now()) < most;
  return found;
end $$;
