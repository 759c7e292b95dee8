import Link from 'next/link'
import { Stone } from '#components/ui/stone'

export default function NotFound() {
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <span aria-hidden="true" className="flex w-32 flex-col items-center">
        <Stone order={1} state="open" className="-mb-1 w-16" />
        <Stone order={3} state="set" className="-mb-1 w-24" />
        <Stone order={5} state="set" className="w-32" />
      </span>
      <h1 className="text-2xl">No stone here</h1>
      <p className="max-w-[52ch] text-lg text-soft">
        There is no such page, or no tree of that number is anchored yet.
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
