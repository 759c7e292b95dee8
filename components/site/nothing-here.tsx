import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'

/** The page of an address that has none, with ways to go on. */
export function NothingHere(props: { title: string; text: string; links: readonly (keyof typeof texts)[] }) {
  const { title, text, links } = props
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-start gap-4 py-16">
      <Cairn
        className="mb-4 w-44"
        stones={[{ state: 'open' }, { state: 'set' }, { state: 'set' }, { state: 'set' }]}
      />
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-[46ch] text-lg text-soft">{text}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {links.map((href, order) => (
          <Link key={href} href={href} className={`button ${order === 0 ? 'button-main' : ''}`}>
            {texts[href]}
          </Link>
        ))}
      </p>
    </div>
  )
}

const texts = {
  '/explore': 'Open the map',
  '/verify': 'Verify a file',
  '/board': 'See open bounties',
} as const
