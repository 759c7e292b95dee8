import { Hash } from '#components/ui/hash'
import { fromHex, toHex } from '#lib/domain/leaf'
import { climb, type MerkleTree, proofOf } from '#lib/domain/merkle'
import { pathSides } from '#lib/domain/proof'
import type { TreeAnswer } from '#lib/schemas/proof'

type Props = { tree: TreeAnswer; merkle: MerkleTree; leaf: string }

/** The way of one leaf up to the root, drawn as it lies in the tree: each hash beside its neighbour. */
export function LeafPath({ tree, merkle, leaf }: Props) {
  const index = tree.leaves.indexOf(leaf as `0x${string}`)
  if (index < 0)
    return (
      <section aria-labelledby="path">
        <h2 id="path" className="text-xl">
          Path of a leaf
        </h2>
        <p className="mt-2">
          This tree has no leaf <Hash value={leaf} label="leaf" />.
        </p>
      </section>
    )
  const siblings = proofOf(merkle, index)
  const path = climb(fromHex(leaf), siblings).map(toHex)
  const sides = pathSides(tree.leaf_count, index)
  const holds = path[path.length - 1] === tree.root
  const levels = sides.map((side, level) => ({ side, node: path[level]!, sibling: toHex(siblings[level]!) }))
  return (
    <section aria-labelledby="path" data-path-holds={holds}>
      <h2 id="path" className="text-xl">
        Path of leaf {index + 1}
      </h2>
      <p className="mt-2 max-w-[62ch] text-soft">
        From the leaf at the bottom, each marked hash is computed with its neighbour; the last{' '}
        {holds ? 'is the attested root' : 'is not the attested root'}.
      </p>
      <ol reversed className="mx-auto mt-6 max-w-2xl text-center">
        <li>
          <Node value={path[path.length - 1]!} label="root" isOnPath />
        </li>
        {levels.toReversed().map(({ side, node, sibling }, row) => {
          const height = levels.length - 1 - row
          const marked = <Node value={node} label={`hash at height ${height}`} isOnPath />
          const other = <Node value={sibling} label={`neighbour at height ${height}`} />
          return (
            <li key={sibling}>
              <Fork side={side} parent={levels[height + 1]?.side ?? 'top'} />
              <div className="grid grid-cols-2 gap-2">
                {side === 'left' ? marked : other}
                {side === 'left' ? other : marked}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Node(props: { value: string; label: string; isOnPath?: boolean }) {
  return (
    <span
      className={`inline-flex min-h-9 items-center justify-self-center rounded-md border pl-1.5 sm:px-2 ${
        props.isOnPath ? 'border-transparent bg-lichen text-on-lichen' : 'border-line bg-raised text-soft'
      }`}
    >
      <Hash value={props.value} label={props.label} isCompact />
    </span>
  )
}

const columns = { left: 25, top: 50, right: 75 }

/** Lines from a hash down to the pair it is made of; the one on the path is drawn heavier. */
function Fork({ side, parent }: { side: 'left' | 'right'; parent: 'left' | 'top' | 'right' }) {
  const x = columns[parent]
  const lineTo = (to: number) => (x === to ? `M${x} 0v24` : `M${x} 0v4C${x} 18 ${to} 8 ${to} 24`)
  const other = side === 'left' ? 'right' : 'left'
  return (
    <svg
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="block h-7 w-full"
      aria-hidden="true"
      fill="none"
    >
      <path d={lineTo(columns[other])} stroke="var(--edge)" vectorEffect="non-scaling-stroke" />
      <path
        d={lineTo(columns[side])}
        stroke="var(--ink)"
        strokeWidth="2.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
