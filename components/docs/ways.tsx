import Link from 'next/link'
import { capital } from '#lib/domain/text/capital'
import type { WayIn } from '#lib/schemas/reference/pictures'

/** The tasks of readers, a card each. */
export function Ways({ ways }: { ways: readonly WayIn[] }) {
  return (
    <ul className="my-8 grid gap-3 sm:grid-cols-2">
      {ways.map(({ want, page, operation, cost }) => (
        <li
          key={want}
          className="relative flex min-w-0 flex-col rounded-lg border border-line bg-raised p-5 hover:border-edge sm:last:odd:col-span-2"
        >
          <Link
            href={page.href}
            prefetch={false}
            className="text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg"
          >
            {want}
          </Link>
          <span className="mt-0.5 text-sm text-soft">{capital(cost)}</span>
          {operation && (
            <Link
              href={operation.href}
              prefetch={false}
              className="relative mt-auto flex min-h-6 w-fit items-center pt-3 font-mono pointer-coarse:min-h-11 text-xs text-link underline underline-offset-4"
            >
              {operation.text.replaceAll('`', '')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
