import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

export default function NotFound() {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn className="w-36" stones={[{ state: 'open' }, { state: 'set' }, { state: 'set' }]} />
      <h1 className="text-2xl">No stone here</h1>
      <p className="max-w-[52ch] text-lg text-soft">
        There is no such page, or what it would show is not there yet: a tree appears once it is anchored, a
        bounty once it is posted.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link href="/" className="button button-main">
          To the start
        </Link>
        <Link href="/verify" className="button">
          Verify a file
        </Link>
      </p>
    </div>
  )
}
