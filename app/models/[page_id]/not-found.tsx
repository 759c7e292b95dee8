import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

/** For a page that its poster withdrew, an operator hid, or that never existed: nobody learns which. */
export default function NoModel() {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn className="w-36" stones={[{ state: 'open' }, { state: 'set' }, { state: 'set' }]} />
      <h1 className="text-2xl">No model here</h1>
      <p className="max-w-[48ch] text-lg text-soft">
        Its owner may have stopped sharing it, or the link is incomplete. Ask the person who sent you the link
        for a new one.
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Link href="/explore" className="button button-main">
          Open the map
        </Link>
        <Link href="/board" className="button">
          Open bounties
        </Link>
      </p>
    </div>
  )
}
