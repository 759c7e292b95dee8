-- Writes a webhook delivery in the transaction of the change that it reports. So a receiver hears of everything that was committed,
-- and of nothing that was rolled back.
create or replace function webhook_note(bounty text, type text, data jsonb, occurred_at timestamptz) returns void language sql as $$
  insert into webhook_delivery (bounty_id, type, data, occurred_at)
  select bounty_id, $2, $3, $4 from bounty_webhook where bounty_id = $1
$$;

create or replace function webhook_note_event() returns trigger language plpgsql as $$
begin
  if new.subject = 'bounty' and new.name = 'token_recovered' then
    perform webhook_note(new.subject_id, 'bounty.token_recovered', jsonb_build_object('bounty_id', new.subject_id), new.at);
  elsif new.subject = 'bounty' then
    perform webhook_note(new.subject_id, 'bounty.status_changed',
      jsonb_build_object('bounty_id', new.subject_id, 'status', new.data->>'state'), new.at);
  elsif new.subject = 'submission' then
    perform webhook_note(s.bounty_id,
      case new.name when 'declined' then 'submission.declined' else 'submission.changed' end, webhook_submission(s), new.at)
    from submission s where s.submission_id = new.subject_id;
  end if;
  -- A hint for workers: the rows are what counts.
  perform pg_notify('cairn_worker', '');
  return null;
end $$;

create or replace function webhook_submission(s submission) returns jsonb language sql stable as $$
  select jsonb_build_object('bounty_id', s.bounty_id, 'submission_id', s.submission_id,
    'place_match', coalesce(f.place_match, 'unknown'), 'time_match', coalesce(f.time_match, 'unknown'),
    'preview_status', s.preview_status, 'quality_status', s.quality_status,
    'model_forecast', s.forecast->>'forecast', 'reconstruction_status', s.reconstruction_status,
    'declined', case when s.declined_reason is not null then jsonb_build_object('reason', s.declined_reason,
      'text', s.declined_text, 'at', to_char(s.declined_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end)
  from (select) as one left join submission_file f on f.submission_id = s.submission_id
$$;

create or replace function webhook_note_submission() returns trigger language plpgsql as $$
begin
  perform webhook_note(new.bounty_id, 'submission.received', webhook_submission(new), new.submitted_at);
  perform pg_notify('cairn_worker', '');
  return null;
end $$;

create or replace trigger webhook_note_event after insert on event
  for each row when (new.subject in ('bounty', 'submission')) execute function webhook_note_event();

-- At the end of the transaction, which inserts the film after its submission. A constraint trigger cannot be replaced.
drop trigger if exists webhook_note_submission on submission;
create constraint trigger webhook_note_submission after insert on submission deferrable initially deferred
  for each row execute function webhook_note_submission();
