-- What was handed in stays what it was: its hash is what gets anchored, its place and time what gets served.
create function submission_file_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the file of submission % is never forgotten', old.submission_id;
  end if;
  if (new.submission_id, new.upload_id, new.sha256, new.byte_length, new.media_type, new.cell, new.captured_at)
     is distinct from
     (old.submission_id, old.upload_id, old.sha256, old.byte_length, old.media_type, old.cell, old.captured_at) then
    raise exception 'the file of submission % never changes', old.submission_id;
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'the file of submission % was delivered, once', old.submission_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger submission_file_guard before update or delete on submission_file
  for each row execute function submission_file_guard();
