import Link from 'next/link'
import { useOwnSubmissions } from './use-own-submissions.ts'

/** Names the bounty of an earlier film of the same contributor, if the film is among those that are loaded. */
export function EarlierFilm({ submissionId }: { submissionId: string }) {
  const { data } = useOwnSubmissions()
  const film = data?.pages
    .flatMap((page) => page.submissions)
    .find(({ submission_id: id }) => id === submissionId)
  if (!film) return null
  return (
    <>
      {' '}
      You submitted it for{' '}
      <Link href={`/board/${film.bounty.bounty_id}`} className="link">
        {film.bounty.title}
      </Link>
      .
    </>
  )
}
