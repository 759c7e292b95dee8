-- Who is paid for a submission is fixed when it is handed in: an accept may be followed by a release at any moment.
create function submission_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'submissions are never deleted';
  end if;
  if (new.submission_id, new.bounty_id, new.contributor, new.note, new.submitted_at)
     is distinct from
     (old.submission_id, old.bounty_id, old.contributor, old.note, old.submitted_at) then
    raise exception 'what was handed in as submission % never changes', old.submission_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger submission_guard before update or delete on submission
  for each row execute function submission_guard();
