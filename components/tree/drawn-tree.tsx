'use client'
import { useMemo, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { Hash } from '#components/ui/hash'
import { toHex } from '#lib/domain/proof/leaf'
import type { MerkleTree } from '#lib/domain/proof/merkle'
import { drawTree, firstLeafBelow } from '#lib/domain/proof/tree-drawing'
import type { TreeAnswer } from '#lib/schemas/proof'
import { NodeFacts } from './node-facts.tsx'
import { type LinkState, type Spot, TreeFigure } from './tree-figure.tsx'

type Props = {
  tree: TreeAnswer
  merkle: MerkleTree
  holds: boolean
  /** The leaf in the address. It may belong to another tree. */
  leaf: string | undefined
  attested: LinkState
  onLeaf: (leaf: string) => void
}

/** The drawing of a tree, with the details of one selected node beside it. */
export function DrawnTree({ tree, merkle, holds, leaf, attested, onLeaf }: Props) {
  const { leafCount } = merkle
  const found = leaf === undefined ? -1 : tree.leaves.indexOf(leaf as `0x${string}`)
  const leafIndex = Math.max(0, found)
  const drawing = useMemo(() => drawTree({ leafCount, leafIndex }), [leafCount, leafIndex])
  const leafNode = 2 * leafCount - 2 - leafIndex
  const [kept, setKept] = useState<{ leafIndex: number; spot: Spot }>()
  // Nodes that were opened for another leaf may no longer be drawn.
  const spot = kept?.leafIndex === leafIndex ? kept.spot : leaf === undefined ? 0 : leafNode
  const open = (node: number) => {
    const next = firstLeafBelow(leafCount, node)
    setKept({ leafIndex: next, spot: node })
    onLeaf(tree.leaves[next]!)
  }
  const name = `Tree ${tree.tree_id}, the path of leaf ${leafIndex + 1} of ${leafCount}`
  return (
    <section aria-labelledby="path" data-path-holds={holds}>
      <h2 id="path" className="text-xl tabular-nums">
        {leafCount === 1 ? 'The tree' : `How leaf ${leafIndex + 1} leads to the root`}
      </h2>
      {leaf !== undefined && found < 0 && (
        <p role="alert" className="mt-2">
          This tree has no leaf <Hash value={leaf} label="leaf" />. The path of the first leaf is shown.
        </p>
      )}
      <div className="mt-3 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <TreeFigure
          label={name}
          drawing={drawing}
          leafCount={leafCount}
          hashOf={(node) => toHex(merkle.nodes[node]!)}
          isSound={holds}
          attested={attested}
          uid={tree.attestation.uid}
          spot={spot}
          onSpot={(to) => setKept({ leafIndex, spot: to })}
          onOpen={open}
        />
        <div className="lg:sticky lg:top-6 lg:self-start">
          {spot === 'attestation' ? (
            <AttestationFacts tree={tree} attested={attested} />
          ) : (
            <>
              <NodeFacts tree={tree} merkle={merkle} holds={holds} node={spot} attested={attested} />
              <Onward drawing={drawing} spot={spot} leafCount={leafCount} onOpen={open} />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** Opens a folded branch without arrow keys. */
function Onward(props: {
  drawing: ReturnType<typeof drawTree>
  spot: number
  leafCount: number
  onOpen: (node: number) => void
}) {
  const { drawing, spot, leafCount, onOpen } = props
  const drawn = drawing.nodes.find(({ node }) => node === spot)
  if (!drawn || drawn.isOnPath || (drawn.leafIndex === undefined && drawn.hiddenLeaves === 0)) return null
  return (
    <button type="button" className="button mt-3" onClick={() => onOpen(spot)}>
      {drawn.leafIndex === undefined
        ? `Open this branch at leaf ${firstLeafBelow(leafCount, spot) + 1}`
        : `Show the path of leaf ${drawn.leafIndex + 1}`}
    </button>
  )
}

const words = {
  holds: 'Read from the chain: it names this root, was made by this service, and is not revoked.',
  broken: 'Read from the chain: it differs from what is shown here. See below.',
  open: 'Not read from the chain. See below.',
}

function AttestationFacts({ tree, attested }: { tree: TreeAnswer; attested: LinkState }) {
  const { uid } = tree.attestation
  return (
    <div className="rounded-md border border-line bg-raised p-4 text-sm sm:p-5" data-opened>
      <h3 className="text-base font-semibold">Attestation</h3>
      <p className="mt-1 flex items-start gap-1">
        <code className="min-w-0 flex-1 text-xs leading-7 break-all text-balance">{uid}</code>
        <CopyButton text={uid} label="Copy attestation" />
      </p>
      <p
        className={`mt-2 ${attested === 'holds' ? 'text-good' : attested === 'broken' ? 'text-bad' : 'text-wait'}`}
      >
        {words[attested]}
      </p>
      <a href="#chain" className="mt-3 inline-block text-link underline underline-offset-4">
        See it decoded and raw
      </a>
    </div>
  )
}
