import Link from 'next/link'

/** What must not be filmed, for contributors before they film and before they submit. */
export function NotToFilm() {
  return (
    <div className="border-l-2 border-line pl-4 text-sm text-soft">
      <p className="font-semibold text-ink">Do not film</p>
      <ul className="mt-1 list-disc pl-4.5">
        <li>private homes, or what is seen through their windows</li>
        <li>people or number plates as the subject; wait until passers-by have gone</li>
        <li>children as the subject</li>
        <li>from where it is dangerous, or where filming is forbidden</li>
      </ul>
      <p className="mt-1">
        If a bounty asks for that, do not film it: report it.{' '}
        <Link href="/rules" target="_blank" className="underline underline-offset-4">
          The rules
        </Link>
      </p>
    </div>
  )
}
