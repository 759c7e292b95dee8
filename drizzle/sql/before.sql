-- The service's time: real time, except in the sandbox, which moves the offset. Guards compare with this, never with now().
create function service_now() returns timestamptz language plpgsql stable as $$
begin
  return now() + make_interval(secs => (select offset_seconds from service_clock));
end $$;
