import Link from 'next/link'

export type DoorPrices = { query: string; bounty: { min: string; max: string } }

/** What one comes here for. */
export function Doors({ prices }: { prices: DoorPrices }) {
  const doors = [
    {
      href: '/verify',
      title: 'Verify a file',
      text: 'Drop it in your browser. It stays on your device; only its fingerprint is looked up, and the proof is recomputed before your eyes.',
      cost: 'Free',
    },
    {
      href: '/explore',
      title: 'Look up a place',
      text: 'Draw an area, choose a window of time. You get the captures in it, newest first, each with its anchor on the chain.',
      cost: `${prices.query} USDC a query`,
    },
    {
      href: '/bounties',
      title: 'Commission a capture',
      text: 'Nothing there yet? Have it filmed. Your money waits in escrow until you accept a film, or comes back whole.',
      cost: `${prices.bounty.min} to ${prices.bounty.max} USDC`,
    },
    {
      href: '/board',
      title: 'Film a place',
      text: 'See what people pay to have filmed near you. Upload from your phone; an accepted film is paid straight to your wallet.',
      cost: 'You earn the whole amount',
    },
  ]
  return (
    <ul className="grid border-y border-line lg:grid-rows-[auto_1fr_auto] max-sm:divide-y max-sm:divide-line sm:grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
      {doors.map((door) => (
        <li
          key={door.title}
          className="lg:row-span-3 lg:grid lg:grid-rows-subgrid sm:max-lg:odd:border-r sm:max-lg:odd:border-line sm:max-lg:odd:pr-7 sm:max-lg:even:pl-7 sm:max-lg:nth-[n+3]:border-t sm:max-lg:border-line lg:px-6 lg:first:pl-0 lg:last:pr-0"
        >
          <Link
            href={door.href}
            prefetch={false}
            className="group flex h-full flex-col py-6 md:py-8 lg:row-span-3 lg:grid lg:grid-rows-subgrid"
          >
            <h2 className="text-lg underline-offset-4 group-hover:underline">{door.title}</h2>
            <p className="mt-2 text-sm text-soft">{door.text}</p>
            <p className="mt-auto pt-3 text-sm font-medium">{door.cost}</p>
          </Link>
        </li>
      ))}
    </ul>
  )
}
