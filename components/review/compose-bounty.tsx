'use client'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { coveredPixels, PlaceMap } from '#components/place/place-map'
import { QueryProvider } from '#components/query-provider'
import { WalletProvider } from '#components/wallet/wallet-provider'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { viewOfFrame } from '#lib/domain/map/world-frame'
import type { WorldPicture } from '#lib/domain/map/world-names'
import type { BountyLimits } from '#lib/schemas/bounty-order'
import type { StreetMap } from '../place/chosen-place.ts'
import { usePlaceChoice } from '../place/use-place-choice.ts'
import { useIsWide } from '../ui/use-is-wide.ts'
import { OrderForm } from './order-form.tsx'
import { PageLoading } from './page-loading.tsx'
import { titleAfter } from './place-name-words.ts'
import { useClone } from './use-clone.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useOrderFields } from './use-order-fields.ts'
import type { ComposeNetwork } from './use-sign-order.ts'
import { WhatHappens } from './what-happens.tsx'

type Props = {
  wallet: WalletSettings
  networks: readonly ComposeNetwork[]
  limits: BountyLimits
  map: StreetMap
  /** What the map shows until a place is chosen. */
  picture: WorldPicture
}

/** The width of the form beside the map, as in the style below. */
const formRem = 36
/** The height of the map as a share of a phone's window, as in the style below. */
const phoneMapShare = 0.36

/** The form for a bounty and its payment, beside the map of its place. */
export default function ComposeBounty({ wallet, ...props }: Props) {
  return (
    <WalletProvider settings={wallet}>
      <QueryProvider>
        <Start {...props} />
      </QueryProvider>
    </WalletProvider>
  )
}

/** Initial values of the form: a bounty to post again, the parameters of a link, or the saved draft. */
function Start(props: Omit<Props, 'wallet'>) {
  const query = useSearchParams()
  const clone = useClone(query.get('clone'))
  if (clone.is === 'loading') return <PageLoading text="Loading the bounty…" />
  const note =
    clone.is === 'missing'
      ? { isProblem: true, text: `${clone.text} Write it again below.` }
      : clone.is === 'ready'
        ? {
            isProblem: false,
            text: 'A copy of one of your bounties, with a new deadline. It is paid separately; the old one does not change.',
          }
        : undefined
  return (
    <Compose
      {...props}
      search={query.toString()}
      given={clone.is === 'ready' ? clone.draft : undefined}
      note={note}
    />
  )
}

type Note = { isProblem: boolean; text: string }

function Compose(
  props: Omit<Props, 'wallet'> & { search: string; given: Draft | undefined; note: Note | undefined },
) {
  const { networks, limits, map: source, picture, note } = props
  const draft = useDraft(props.search, props.given)
  const fields = useOrderFields(draft, limits)
  const { place, spot, placeName } = fields
  // The keyboard goes the way the page is read: above the form on a phone, beside it and after it elsewhere.
  const isWide = useIsWide()
  const room = isWide ? undefined : Math.max(100, phoneMapShare * window.innerHeight - coveredPixels)
  const choice = usePlaceChoice(
    { place, spot, placeName },
    source,
    (chosen, isLandmark) =>
      fields.change({
        ...chosen,
        ...(isLandmark && { title: titleAfter(fields.title, chosen.placeName, placeName) }),
      }),
    { roomPixels: room, start: () => viewOfFrame(picture.frame, mapRoom(isWide)) },
  )
  const map = (
    <PlaceMap
      choice={choice}
      styleUrl={source.styleUrl}
      picture={picture}
      className="h-[36svh] lg:sticky lg:top-0 lg:h-[100svh]"
    />
  )
  const heading = (
    <>
      <p className="text-sm">
        <Link href="/bounties" className="inline-flex min-h-11 items-center text-soft hover:text-ink">
          ‹ Your bounties
        </Link>
      </p>
      <h1 className="mt-1 text-xl sm:text-[2.25rem]">Commission a film</h1>
      <p className="mt-2 max-w-[46ch] text-soft">
        Post a bounty: say what to film and what you pay for it. You pay only for the film that you accept.
        You get it with a 3D model, if one can be made of it.
      </p>
      {note && (
        <p
          role={note.isProblem ? 'alert' : undefined}
          className={`mt-6 border-l-2 pl-4 text-sm ${note.isProblem ? 'border-wait' : 'border-line text-soft'}`}
        >
          {note.text}
        </p>
      )}
    </>
  )
  return (
    <div className="compose-page grid lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      {!isWide && <div className="min-w-0 px-4 pt-6 pb-5">{heading}</div>}
      {!isWide && map}
      <div className="min-w-0 px-4 pt-6 pb-16 lg:pt-8 lg:pr-8">
        {isWide && heading}
        <OrderForm networks={networks} limits={limits} draft={draft} fields={fields} choice={choice} />
        <div className="mt-12">
          <WhatHappens title="What happens next" limits={limits} />
        </div>
      </div>
      {isWide && map}
    </div>
  )
}

/** The size of the map without the bar and the credits on it, in pixels. */
function mapRoom(isWide: boolean): { width: number; height: number } {
  const { innerWidth, innerHeight } = window
  if (!isWide) return { width: innerWidth, height: phoneMapShare * innerHeight - coveredPixels }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { width: innerWidth - formRem * rem, height: innerHeight - coveredPixels }
}
