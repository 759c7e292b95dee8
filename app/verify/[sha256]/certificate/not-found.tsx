import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

/** For a fingerprint that is malformed, not known, or still waits for its anchor. */
export default function NoCertificate() {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn className="w-36" stones={[{ state: 'open' }, { state: 'set' }, { state: 'set' }]} />
      <h1 className="text-2xl">No certificate</h1>
      <p className="max-w-[56ch] text-lg text-soft">
        Nothing is anchored under this fingerprint here, or not yet: a new capture waits for the next anchor
        for some minutes. That does not mean the file is fake. A check tells which of the two it is.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link href="/verify" className="button button-main">
          Verify a file
        </Link>
      </p>
    </div>
  )
}
