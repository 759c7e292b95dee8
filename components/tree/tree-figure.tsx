'use client'
import { type KeyboardEvent, useId, useRef } from 'react'
import { shortHash } from '#components/ui/hash'
import {
  type DrawnNode,
  maxWholeLeaves,
  type Step,
  stepFrom,
  type TreeDrawing,
} from '#lib/domain/proof/tree-drawing'

/** A drawn node, or the attestation that the root is joined to. */
export type Spot = number | 'attestation'
export type LinkState = 'holds' | 'broken' | 'open'

type Props = {
  label: string
  drawing: TreeDrawing
  leafCount: number
  hashOf: (node: number) => string
  /** True if the leaves hash to the root. */
  isSound: boolean
  /** State of the root on the chain; `open` until it was checked. */
  attested: LinkState
  uid: string
  spot: Spot
  onSpot: (spot: Spot) => void
  /** Opens a node whose leaves are not drawn. */
  onOpen: (node: number) => void
}

const attestationHeight = 34
const gap = 46
/** The outline of the selected node: half its width and height, and the screens for which it is. */
type Rings = readonly [halfWidth: number, halfHeight: number, className?: string][]
const pebbleRings: Rings = [
  [14, 12, 'sm:hidden'],
  [27, 17, 'max-sm:hidden'],
]
const plateRings: Rings = [[75, 21]]
const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const linkWords = {
  holds: 'Attestation, as shown',
  broken: 'Attestation differs',
  open: 'Attestation, not read',
}

/** The tree with the root at the top, below its attestation. The Tab key stops at it once; arrow keys move between nodes. */
export function TreeFigure(props: Props) {
  const { drawing, leafCount, spot, onSpot, onOpen, attested } = props
  const isWhole = leafCount <= maxWholeLeaves
  const rowHeight = isWhole ? 64 : 72
  // The root of an incomplete tree is not in the middle. Its text stays away from the edges of a small screen.
  const rootX = drawing.nodes[0]?.x ?? 0.5
  const attestationX = Math.max(0.3, Math.min(0.7, rootX))
  const helpId = useId()
  const figure = useRef<SVGSVGElement>(null)
  const topOf = (row: number) => attestationHeight + gap + row * rowHeight
  const go = (to: Spot | undefined) => {
    if (to === undefined) return
    onSpot(to)
    figure.current?.querySelector<SVGElement>(`[data-spot="${to}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const to = step
      ? walk(step)
      : event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? lastOnPath(drawing)
          : undefined
    if (step || to !== undefined) event.preventDefault()
    go(to)
  }
  const walk = (step: Step): Spot | undefined => {
    if (spot === 'attestation') return step === 'down' ? 0 : undefined
    if (spot === 0 && step === 'up') return 'attestation'
    const next = stepFrom(drawing, spot, step)
    if (step === 'down' && next === undefined && isCollapsed(drawing, spot)) onOpen(spot)
    return next
  }
  return (
    <figure className="min-w-0">
      <p id={helpId} className="mb-4 max-w-[62ch] text-sm text-soft">
        Choose a node, or move with the arrow keys.{!isWhole && ' Down on a folded branch opens it.'}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <svg
        ref={figure}
        role="group"
        aria-label={props.label}
        aria-describedby={helpId}
        width="100%"
        height={topOf(drawing.rows - 1) + (isWhole ? 44 : 68)}
        className="block overflow-visible select-none"
        onKeyDown={onKeyDown}
      >
        <line
          x1={`${attestationX * 100}%`}
          x2={`${rootX * 100}%`}
          y1={attestationHeight}
          y2={topOf(0)}
          className={
            attested === 'holds' ? 'stroke-ink' : attested === 'broken' ? 'stroke-bad' : 'stroke-edge'
          }
          strokeWidth={2.5}
          strokeDasharray={attested === 'holds' ? undefined : '4 5'}
        />
        {drawing.nodes.map((node) => (
          <Edge key={node.node} node={node} drawing={drawing} topOf={topOf} />
        ))}
        <SpotMark
          id="attestation"
          x={attestationX}
          y={attestationHeight / 2}
          label={`${linkWords[attested]}: ${shortHash(props.uid)}`}
          isChosen={spot === 'attestation'}
          rings={[[97, 22]]}
          onChoose={() => go('attestation')}
        >
          <rect
            x={-92}
            y={-17}
            width={184}
            height={34}
            rx={6}
            strokeWidth={1.5}
            strokeDasharray={attested === 'open' ? '4 4' : undefined}
            className={attested === 'broken' ? 'fill-raised stroke-bad' : 'fill-raised stroke-ink'}
          />
          <text textAnchor="middle" dominantBaseline="central" className="fill-ink text-xs">
            {linkWords[attested]}
          </text>
        </SpotMark>
        {drawing.nodes.map((node) => (
          <SpotMark
            key={node.node}
            id={node.node}
            x={node.x}
            y={topOf(node.row) + 16}
            label={labelOf(node, drawing, props)}
            isChosen={spot === node.node}
            rings={isWhole ? pebbleRings : plateRings}
            under={underOf(node, isWhole)}
            underY={isWhole ? 31 : 37}
            onChoose={() => go(node.node)}
          >
            {isWhole ? (
              <Pebble node={node} hash={props.hashOf(node.node)} isSound={props.isSound} />
            ) : (
              <Plate node={node} hash={props.hashOf(node.node)} isSound={props.isSound} />
            )}
          </SpotMark>
        ))}
      </svg>
    </figure>
  )
}

/** The position of a mark, as a share of the width, so that no script has to measure the page. */
function SpotMark(props: {
  id: Spot
  x: number
  y: number
  label: string
  isChosen: boolean
  rings: Rings
  onChoose: () => void
  /** Text below it. */
  under?: string | undefined
  underY?: number
  children: React.ReactNode
}) {
  const choose = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    props.onChoose()
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the button in it has the name
    <svg x={`${props.x * 100}%`} y={props.y} overflow="visible">
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no place in a drawing */}
      <g
        role="button"
        data-spot={props.id}
        tabIndex={props.isChosen ? 0 : -1}
        aria-label={props.label}
        aria-pressed={props.isChosen}
        onClick={props.onChoose}
        onKeyDown={choose}
        className="cursor-pointer focus-visible:outline-offset-4"
      >
        {props.children}
        {props.isChosen &&
          props.rings.map(([rx, ry, className = '']) => (
            <rect
              key={rx}
              x={-rx}
              y={-ry}
              width={2 * rx}
              height={2 * ry}
              rx={Math.min(14, ry)}
              strokeWidth={2.5}
              fill="none"
              className={`stroke-ink ${className}`}
            />
          ))}
      </g>
      {props.under && (
        <text y={props.underY} textAnchor="middle" className="fill-soft text-[0.75rem]">
          {props.under}
        </text>
      )}
    </svg>
  )
}

function Edge({
  node,
  drawing,
  topOf,
}: {
  node: DrawnNode
  drawing: TreeDrawing
  topOf: (row: number) => number
}) {
  const parent = drawing.nodes.find((item) => item.node === node.parent)
  if (!parent) return null
  return (
    <line
      x1={`${parent.x * 100}%`}
      y1={topOf(parent.row) + 16}
      x2={`${node.x * 100}%`}
      y2={topOf(node.row) + 16}
      className={node.isOnPath ? 'stroke-ink' : 'stroke-edge'}
      strokeWidth={node.isOnPath ? 2.5 : 1}
    />
  )
}

function toneOf(node: DrawnNode, isSound: boolean): string {
  if (!isSound && node.leafIndex === undefined) return 'fill-raised stroke-bad'
  return node.isOnPath ? 'fill-lichen stroke-on-lichen' : 'fill-raised stroke-edge'
}

type MarkProps = { node: DrawnNode; hash: string; isSound: boolean }

/** A node with its hash. Branches that are not drawn are indicated by cards behind it. */
function Plate({ node, hash, isSound }: MarkProps) {
  const { hiddenLeaves, isOnPath } = node
  const dash = !isSound && node.leafIndex === undefined ? '5 4' : undefined
  return (
    <>
      {hiddenLeaves > 0 && (
        <rect x={-65} y={-11} width={138} height={32} rx={8} className="fill-sunken stroke-edge" />
      )}
      <rect
        x={-70}
        y={-16}
        width={140}
        height={32}
        rx={8}
        strokeWidth={isOnPath ? 1.5 : 1}
        strokeDasharray={dash}
        className={toneOf(node, isSound)}
      />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        className={`font-mono text-[0.6875rem] ${isOnPath && isSound ? 'fill-on-lichen' : 'fill-ink'}`}
      >
        {shortHash(hash)}
      </text>
    </>
  )
}

/** A node of a tree that is drawn whole, with the first digits of its hash if there is room. */
function Pebble({ node, hash, isSound }: MarkProps) {
  const dash = !isSound && node.leafIndex === undefined ? '4 3' : undefined
  const tone = toneOf(node, isSound)
  return (
    <>
      <rect x={-12} y={-16} width={24} height={32} className="fill-transparent" />
      <ellipse rx={10} ry={8} className={`sm:hidden ${tone}`} strokeWidth={1.5} strokeDasharray={dash} />
      <rect
        x={-23}
        y={-13}
        width={46}
        height={26}
        rx={11}
        className={`max-sm:hidden ${tone}`}
        strokeDasharray={dash}
      />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        className={`font-mono text-[0.6875rem] max-sm:hidden ${node.isOnPath && isSound ? 'fill-on-lichen' : 'fill-ink'}`}
      >
        {firstDigits(hash)}
      </text>
    </>
  )
}

function underOf({ leafIndex, hiddenLeaves }: DrawnNode, isWhole: boolean): string | undefined {
  if (leafIndex !== undefined) return isWhole ? String(leafIndex + 1) : `leaf ${leafIndex + 1}`
  return hiddenLeaves > 0 ? `${hiddenLeaves} more ${hiddenLeaves === 1 ? 'leaf' : 'leaves'}` : undefined
}

function labelOf(node: DrawnNode, drawing: TreeDrawing, { hashOf, leafCount }: Props): string {
  const kind =
    node.leafIndex !== undefined
      ? leafCount === 1
        ? 'Leaf 1, the only one, and so the root'
        : `Leaf ${node.leafIndex + 1} of ${leafCount}`
      : node.node === 0
        ? 'Root'
        : `Node in row ${node.row + 1} of ${drawing.rows}`
  const path = node.isOnPath ? ', on the path' : node.node > 0 ? ', beside the path' : ''
  const hidden = node.hiddenLeaves > 0 ? `, ${node.hiddenLeaves} leaves below` : ''
  const hash = hashOf(node.node)
  // Voice control users say the visible text of a node.
  return `${kind}${path}${hidden}: ${firstDigits(hash)}, ${shortHash(hash)}`
}

/** The digits that fit on a node of a tree that is drawn whole. */
function firstDigits(hash: string): string {
  return hash.slice(2, 6)
}

function isCollapsed(drawing: TreeDrawing, node: number): boolean {
  return (drawing.nodes.find((item) => item.node === node)?.hiddenLeaves ?? 0) > 0
}

function lastOnPath(drawing: TreeDrawing): number {
  return drawing.nodes.findLast(({ isOnPath }) => isOnPath)!.node
}
