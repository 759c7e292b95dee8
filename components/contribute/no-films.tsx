import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

/** Nothing to list yet, and where to begin. */
export function NoFilms({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-8 rounded-lg border border-line bg-raised p-6 sm:p-10">
      <Cairn className="w-28" stones={[{ state: 'open' }, { state: 'open' }, { state: 'set' }]} />
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 max-w-[48ch] text-soft">{text}</p>
        <Link href="/board" className="button button-main mt-5">
          See open bounties
        </Link>
      </div>
    </div>
  )
}
