-- Writes what a contributor is told in the transaction of the change, with a delivery for each browser that subscribed and one for the
-- contributor's webhook. So a contributor learns of everything that was committed, and of nothing that was rolled back.
create or replace function notice_write(submission_id text, contributor text, kind text, at timestamptz) returns void language sql as $$
  with written as (
    insert into notice (submission_id, contributor, kind, at) values ($1, $2, $3, $4) returning id, contributor
  ), pushed as (
    insert into push_delivery (subscription_id, notice_id)
    select p.id, w.id from written w join push_subscription p on p.contributor = w.contributor
  )
  insert into notice_message (contributor, type, data, occurred_at)
  select h.contributor, 'notice.' || $3, jsonb_build_object('notice_id', w.id::text, 'bounty_id', b.bounty_id,
    'submission_id', s.submission_id, 'bounty_status', b.state, 'declined', case when $3 = 'declined' then
      jsonb_build_object('reason', s.declined_reason, 'text', s.declined_text) end), $4
  from written w join notice_webhook h on h.contributor = w.contributor
  join submission s on s.submission_id = $1 join bounty b on b.bounty_id = s.bounty_id
$$;

create or replace function notice_of_event() returns trigger language plpgsql as $$
declare
  kind text;
  ended text := new.data->>'state';
begin
  if new.subject = 'submission' then
    kind := case
      when new.name in ('declined', 'decline_withdrawn') then new.name
      when new.name = 'inspected' and new.data->>'quality' = 'fail' then 'check_failed'
    end;
    if kind is not null then
      perform notice_write(s.submission_id, s.contributor, kind, new.at)
      from submission s where s.submission_id = new.subject_id;
    end if;
    return null;
  end if;
  if ended in ('accepting', 'accepted') then
    perform notice_write(s.submission_id, s.contributor, case ended when 'accepting' then 'accepted' else 'paid' end, new.at)
    from bounty b join submission s on s.submission_id = b.accepted_submission_id
    where b.bounty_id = new.subject_id;
  end if;
  -- The end of a bounty is told once to each contributor who was not paid, about the newest film.
  if ended in ('accepted', 'cancelled', 'expired_refunded') then
    perform notice_write(last.submission_id, last.contributor, 'bounty_ended', new.at)
    from (
      select distinct on (s.contributor) s.submission_id, s.contributor
      from submission s join bounty b on b.bounty_id = s.bounty_id
      where s.bounty_id = new.subject_id and not (ended = 'accepted' and exists (
        select from submission paid
        where paid.submission_id = b.accepted_submission_id and paid.contributor = s.contributor
      ))
      order by s.contributor, s.submitted_at desc, s.submission_id
    ) last;
  end if;
  return null;
end $$;

create or replace trigger notice_of_event after insert on event
  for each row when (new.subject in ('bounty', 'submission')) execute function notice_of_event();
