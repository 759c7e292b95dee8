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

// In sixteenths of a rem, like all lengths below: boxes then grow with their text, on large screens and with large browser text.
const attestationHeight = 34
const gap = 46
const rem = (length: number) => `${length / 16}rem`
/** The outline of the selected node, outside its box. */
const ring = 'after:absolute after:-inset-1 after:border-2 after:border-ink'
const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const linkWords = {
  holds: 'Attestation matches',
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
  const figure = useRef<HTMLDivElement>(null)
  const topOf = (row: number) => attestationHeight + gap + row * rowHeight
  const go = (to: Spot | undefined) => {
    if (to === undefined) return
    onSpot(to)
    figure.current?.querySelector<HTMLElement>(`[data-spot="${to}"]`)?.focus()
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
  const height = topOf(drawing.rows - 1) + (isWhole ? 44 : 68)
  return (
    <figure className="min-w-0">
      <p id={helpId} className="mb-4 max-w-[62ch] text-sm text-soft">
        Choose a node to see its hash
        <span className="pointer-coarse:hidden">
          , or use the arrow keys{!isWhole && ': down opens a folded branch'}
        </span>
        .
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <div
        ref={figure}
        role="group"
        aria-label={props.label}
        aria-describedby={helpId}
        className="relative select-none"
        style={{ height: rem(height) }}
        onKeyDown={onKeyDown}
      >
        {/* Stretched, so that no script has to measure the page. */}
        <svg
          viewBox={`0 0 1 ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          <line
            x1={attestationX}
            x2={rootX}
            y1={attestationHeight}
            y2={topOf(0)}
            className={
              attested === 'holds' ? 'stroke-ink' : attested === 'broken' ? 'stroke-bad' : 'stroke-edge'
            }
            strokeWidth={2.5}
            strokeDasharray={attested === 'holds' ? undefined : '4 5'}
            vectorEffect="non-scaling-stroke"
          />
          {drawing.nodes.map((node) => (
            <Edge key={node.node} node={node} drawing={drawing} topOf={topOf} />
          ))}
        </svg>
        <NodeButton
          id="attestation"
          x={attestationX}
          y={attestationHeight / 2}
          label={`${linkWords[attested]}: ${shortHash(props.uid)}`}
          isChosen={spot === 'attestation'}
          className={`rounded-[0.4rem] border-[1.5px] bg-raised px-3.5 py-1.5 text-xs whitespace-nowrap text-ink after:rounded-[0.65rem] ${attested === 'open' ? 'border-dashed' : ''} ${attested === 'broken' ? 'border-bad' : 'border-ink'}`}
          onChoose={() => go('attestation')}
        >
          {linkWords[attested]}
        </NodeButton>
        {drawing.nodes.map((node) => (
          <NodeButton
            key={node.node}
            id={node.node}
            x={node.x}
            y={topOf(node.row) + 16}
            label={labelOf(node, drawing, props)}
            isChosen={spot === node.node}
            under={underOf(node, isWhole)}
            className={isWhole ? pebble : plateOf(node, props.isSound)}
            onChoose={() => go(node.node)}
          >
            {isWhole ? (
              <Pebble tone={toneOf(node, props.isSound)} digits={firstDigits(props.hashOf(node.node))} />
            ) : (
              plateHash(props.hashOf(node.node))
            )}
          </NodeButton>
        ))}
      </div>
    </figure>
  )
}

/** A node or the attestation, around its position. Text below it takes no room. */
function NodeButton(props: {
  id: Spot
  /** Share of the width. */
  x: number
  y: number
  label: string
  isChosen: boolean
  className: string
  under?: string | undefined
  onChoose: () => void
  children: React.ReactNode
}) {
  return (
    <div className="absolute -translate-1/2" style={{ left: `${props.x * 100}%`, top: rem(props.y) }}>
      <button
        type="button"
        data-spot={props.id}
        tabIndex={props.isChosen ? 0 : -1}
        aria-label={props.label}
        aria-pressed={props.isChosen}
        onClick={props.onChoose}
        className={`relative block ${props.className} ${props.isChosen ? ring : ''}`}
      >
        {props.children}
      </button>
      {props.under && (
        <span
          aria-hidden="true"
          className="absolute top-full left-1/2 mt-2 -translate-x-1/2 text-2xs whitespace-nowrap tabular-nums text-soft"
        >
          {props.under}
        </span>
      )}
    </div>
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
      x1={parent.x}
      y1={topOf(parent.row) + 16}
      x2={node.x}
      y2={topOf(node.row) + 16}
      className={node.isOnPath ? 'stroke-ink' : 'stroke-edge'}
      strokeWidth={node.isOnPath ? 2.5 : 1}
      vectorEffect="non-scaling-stroke"
    />
  )
}

function toneOf(node: DrawnNode, isSound: boolean): string {
  if (!isSound && node.leafIndex === undefined) return 'border-dashed border-bad bg-raised text-ink'
  return node.isOnPath ? 'border-on-lichen bg-lichen text-on-lichen' : 'border-edge bg-raised text-ink'
}

/** A node with its hash. Branches that are not drawn are indicated by a card behind it. */
function plateOf(node: DrawnNode, isSound: boolean): string {
  const stack =
    node.hiddenLeaves > 0
      ? 'before:absolute before:inset-0 before:-z-1 before:translate-1.5 before:rounded-[inherit] before:border before:border-edge before:bg-sunken'
      : ''
  return `rounded-[0.5rem] border px-[0.9em] py-[0.45em] font-mono text-[min(0.75rem,4vw)] whitespace-nowrap after:rounded-[0.75rem] ${toneOf(node, isSound)} ${stack}`
}

const pebble =
  'grid h-8 w-6 place-items-center after:rounded-full max-sm:after:-inset-x-0.5 max-sm:after:inset-y-1 sm:w-12 sm:after:inset-y-0'

/** A node of a tree that is drawn whole, with the first digits of its hash if there is room. */
function Pebble({ tone, digits }: { tone: string; digits: string }) {
  return (
    <span
      className={`grid h-4 w-5 place-items-center rounded-full border font-mono text-2xs sm:h-[1.625rem] sm:w-full ${tone}`}
    >
      <span className="max-sm:hidden">{digits}</span>
    </span>
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
  return `${kind}${path}${hidden}: ${firstDigits(hash)}, ${plateHash(hash)}`
}

/** The digits that fit on a node of a tree that is drawn whole. */
function firstDigits(hash: string): string {
  return hash.slice(2, 6)
}

/** The digits that fit on a node beside its sibling, also on a phone. */
function plateHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-6)}`
}

function isCollapsed(drawing: TreeDrawing, node: number): boolean {
  return (drawing.nodes.find((item) => item.node === node)?.hiddenLeaves ?? 0) > 0
}

function lastOnPath(drawing: TreeDrawing): number {
  return drawing.nodes.findLast(({ isOnPath }) => isOnPath)!.node
}
