import Link from 'next/link'
import { capital } from '#lib/domain/text/capital'
import type { WayIn } from '#lib/schemas/reference/pictures'

/** Above the link of the whole card. */
const placeClass =
  'relative flex min-h-6 w-fit items-center pointer-coarse:min-h-11 text-xs text-link underline underline-offset-4'

/** The tasks of readers, a card each. */
export function Ways({ ways }: { ways: readonly WayIn[] }) {
  return (
    <ul className="my-8 grid gap-3 sm:grid-cols-2">
      {ways.map(({ want, page, steps, more, operation, cost }) => (
        <li
          key={want}
          className={`relative flex min-w-0 flex-col rounded-lg border border-line bg-raised p-5 hover:border-edge ${steps ? 'sm:col-span-2' : ''}`}
        >
          <Link
            href={page.href}
            prefetch={false}
            className="text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg"
          >
            {want}
          </Link>
          <span className="mt-0.5 text-sm text-soft">{capital(cost)}</span>
          {steps && (
            <ol className="mt-3 list-decimal space-y-1 pl-5 text-sm">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          {more && (
            <p className="mt-3 flex flex-wrap gap-x-5">
              {more.map(({ text, href }) => (
                <Link key={href} href={href} prefetch={false} className={placeClass}>
                  {text}
                </Link>
              ))}
            </p>
          )}
          {operation && (
            <Link href={operation.href} prefetch={false} className={`mt-auto pt-3 ${placeClass}`}>
              {operation.text}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
