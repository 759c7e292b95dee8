-- An accepted submission may be paid at any moment, so what was submitted never changes: the wallet that is paid, and the film,
-- whose hash is anchored and whose place and time are sold.
create or replace function submission_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'submissions are never deleted';
  end if;
  if (new.submission_id, new.bounty_id, new.contributor, new.note, new.submitted_at)
     is distinct from
     (old.submission_id, old.bounty_id, old.contributor, old.note, old.submitted_at) then
    raise exception 'the contents of submission % never change', old.submission_id;
  end if;
  return new;
end $$;

create or replace trigger submission_guard before update or delete on submission
  for each row execute function submission_guard();

-- The original of a film can be deleted only when its bounty has ended without accepting it; a deletion and a delivery are final.
create or replace function submission_file_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the file of submission % is never deleted', old.submission_id;
  end if;
  if (new.submission_id, new.upload_id, new.sha256, new.byte_length, new.media_type, new.cell, new.captured_at,
      new.place_from, new.time_from, new.place_match, new.time_match)
     is distinct from
     (old.submission_id, old.upload_id, old.sha256, old.byte_length, old.media_type, old.cell, old.captured_at,
      old.place_from, old.time_from, old.place_match, old.time_match) then
    raise exception 'the file of submission % never changes', old.submission_id;
  end if;
  if old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at then
    raise exception 'the file of submission % was already delivered', old.submission_id;
  end if;
  if new.original_deleted_at is distinct from old.original_deleted_at then
    if old.original_deleted_at is not null then
      raise exception 'the original of submission % was already deleted', old.submission_id;
    end if;
    if not exists (
      select from submission join bounty using (bounty_id)
      where submission_id = old.submission_id
        and bounty.state in ('accepted', 'cancelled', 'expired_refunded', 'failed')
        and bounty.accepted_submission_id is distinct from submission_id
    ) then
      raise exception 'the original of submission % may still be needed', old.submission_id;
    end if;
  end if;
  return new;
end $$;

create or replace trigger submission_file_guard before update or delete on submission_file
  for each row execute function submission_file_guard();
