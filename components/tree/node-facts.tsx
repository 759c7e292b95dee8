import { CopyButton } from '#components/ui/copy-button'
import { toHex } from '#lib/domain/proof/leaf'
import type { MerkleTree } from '#lib/domain/proof/merkle'
import type { TreeAnswer } from '#lib/schemas/proof'
import type { LinkState } from './tree-figure.tsx'

type Props = { tree: TreeAnswer; merkle: MerkleTree; holds: boolean; node: number; attested: LinkState }

/** The hash of a node with all digits, its inputs, and the result of the recomputation. */
export function NodeFacts({ tree, merkle, holds, node, attested }: Props) {
  const { leafCount, nodes } = merkle
  const isLeaf = node >= leafCount - 1
  const title = isLeaf ? `Leaf ${2 * leafCount - 1 - node}` : node === 0 ? 'Root' : 'Hash of two'
  return (
    <div className="rounded-md border border-line bg-raised p-4 text-sm sm:p-5" data-opened>
      <h3 className="text-base font-semibold">{title}</h3>
      <FullHash value={toHex(nodes[node]!)} label={title.toLowerCase()} />
      {isLeaf ? (
        <p className="mt-2 text-soft">
          The hash of one capture: its fingerprint, a random salt, its place and its time. Without the file
          and its proof, nobody can tell what is behind it.
        </p>
      ) : (
        <>
          <p className="mt-3 text-soft">
            Keccak-256 of these two, the smaller one first, computed on this device:
          </p>
          <FullHash value={toHex(nodes[2 * node + 2]!)} label="first of the two" />
          <FullHash value={toHex(nodes[2 * node + 1]!)} label="second of the two" />
        </>
      )}
      {node === 0 ? (
        <RootVerdict tree={tree} holds={holds} attested={attested} />
      ) : (
        <p className={`mt-3 ${holds ? 'text-good' : 'text-bad'}`}>
          {holds ? 'Valid: it leads to the root.' : 'Not valid: the hashes lead to a different root.'}
        </p>
      )}
    </div>
  )
}

const attestedWords = {
  holds: 'The same root is on the chain.',
  broken: 'The chain does not confirm it. See the attestation.',
  open: 'The chain was not checked.',
}

function RootVerdict({ tree, holds, attested }: { tree: TreeAnswer; holds: boolean; attested: LinkState }) {
  return (
    <>
      <p className={`mt-3 ${holds ? 'text-good' : 'text-bad'}`}>
        {holds
          ? 'Valid: the same as the root of this tree.'
          : 'Not valid. The root of this tree is said to be:'}
      </p>
      {!holds && <FullHash value={tree.root} label="root as stated" />}
      <p className={attested === 'holds' ? 'text-good' : attested === 'broken' ? 'text-bad' : 'text-wait'}>
        {attestedWords[attested]}
      </p>
    </>
  )
}

/** All digits, for reading aloud and comparing. */
function FullHash({ value, label }: { value: string; label: string }) {
  return (
    <p className="mt-1 flex items-start gap-1">
      <code className="min-w-0 flex-1 text-xs leading-7 break-all text-balance">{value}</code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </p>
  )
}
