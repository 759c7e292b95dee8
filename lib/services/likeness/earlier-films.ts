import 'server-only'
import { type SQL, sql } from 'drizzle-orm'
import { observation } from '#db/schema/observation'
import { submission, submissionFile } from '#db/schema/submission'
import type { EarlierFilm } from '#lib/domain/film/earlier-film'

/**
 * The earlier films that the findings of a film are about, with its own cell beside theirs: a column of a query on both tables. The
 * ids are an array, so that the planner, which expects a thousand of them, looks each up in the index.
 */
export const earlierFilms: SQL<EarlierFilm[]> = sql<EarlierFilm[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'submissionId', earlier.submission_id,
    'isSameBounty', earlier.bounty_id = ${submission.bountyId},
    'isSameWallet', earlier.contributor = ${submission.contributor},
    'submittedAt', to_char(earlier.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'number', (
      select count(*) from ${submission} counted where counted.bounty_id = earlier.bounty_id
        and (counted.submitted_at, counted.submission_id) <= (earlier.submitted_at, earlier.submission_id)),
    'cell', earlier_file.cell, 'ownCell', ${submissionFile.cell},
    'observationId', (
      select encode(published.sha256, 'hex') from ${observation} published
      where published.sha256 = earlier_file.sha256))), '[]'::jsonb)
  from ${submission} earlier join ${submissionFile} earlier_file on earlier_file.submission_id = earlier.submission_id
  where earlier.submission_id = any(array(select jsonb_path_query(${submission.quality}, '$.*[*].earlier') #>> '{}')))`
