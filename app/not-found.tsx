import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

export default function NotFound() {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn
        className="mb-4 w-44"
        stones={[{ state: 'open' }, { state: 'set' }, { state: 'set' }, { state: 'set' }]}
      />
      <h1 className="text-2xl">No stone here</h1>
      <p className="max-w-[44ch] text-lg text-soft">
        No page has this address, or not yet: a tree appears once it is anchored, a bounty once it is posted.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Link href="/explore" className="button button-main">
          Open the map
        </Link>
        <Link href="/verify" className="button">
          Verify a file
        </Link>
        <Link href="/board" className="button">
          Open bounties
        </Link>
      </p>
    </div>
  )
}
