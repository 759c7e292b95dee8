import type { ReactNode } from 'react'
import type { Measured } from '#lib/client/measure-area'
import type { QueryBody } from '#lib/client/spatial-request'
import type { DrawnArea } from '#lib/domain/map/map-types'
import type { CoverageInView } from '../map/coverage-look.ts'
import type { ShownAnswer } from './answer-for.ts'
import type { ExploreSettings } from './explore-types.ts'
import type { KnownAnswer } from './known-answers.ts'
import type { Presence } from './presence.ts'
import type { useExploreState } from './use-explore-state.ts'
import type { usePurchase } from './use-purchase.ts'
import type { Quote } from './use-quote.ts'

/** The data and the actions of the explorer's panel. */
export type PanelProps = {
  settings: ExploreSettings
  /** A note while payments are paused, for a page without an area: with one, the place of the price says it. */
  paused: ReactNode
  explorer: ReturnType<typeof useExploreState>
  measured: Measured | undefined
  /** What the public coverage says of the area; `undefined` while that is unknown. */
  presence: Presence | undefined
  /** The cells of the public coverage in view. */
  covered: CoverageInView
  /** False if this browser cannot draw the map. */
  canDraw: boolean
  name: string | undefined
  body: QueryBody | undefined
  text: string | undefined
  quote: Quote
  onRetry: () => void
  answer: ShownAnswer | undefined
  answers: readonly KnownAnswer[]
  onForget: (payment: string) => void
  purchase: ReturnType<typeof usePurchase>
  now: Date
  onArea: (area: DrawnArea) => void
  /** Called with the cell that was chosen in the list, or `undefined`. */
  onSelect: (geohash: string | undefined) => void
  /** Called with an area that did not come from the map: the map moves there. */
  onFound: (area: DrawnArea, name?: string) => void
  /** The square of the free coverage that was chosen and is shown whole. */
  square: string | undefined
  onGo: (geohash: string) => void
  onOpen: (answer: KnownAnswer) => void
}
