'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { StepMark } from '#components/ui/step-mark'
import type { Trust } from '#lib/domain/proof/attestation'
import type { TreeAnswer } from '#lib/schemas/proof'
import { type TreeSummary, treePageSchema, writeTreeCursor } from '#lib/schemas/trees'
import type { Endpoints } from '../verify/use-endpoints.ts'
import { type ChainQuery, useChain } from './use-chain.ts'

type Props = { tree: TreeAnswer; trust: Trust; chain: ChainQuery; endpoints: Endpoints }

/**
 * The previous and the next tree. Each tree names the root of the previous one, so trees cannot be inserted
 * or removed.
 */
export function NeighbourTrees({ tree, trust, chain, endpoints }: Props) {
  const { tree_id: treeId } = tree
  const query = useQuery({
    queryKey: ['neighbours', treeId],
    queryFn: async ({ signal }) => {
      const { fetchJson } = await import('#lib/client/fetch-json')
      const url = `/api/trees?limit=3&cursor=${writeTreeCursor(treeId + 2)}`
      const page = await fetchJson({ url, who: 'This service', schema: treePageSchema, signal })
      const find = (id: number) => page.trees.find(({ tree_id }) => tree_id === id)
      return { before: find(treeId - 1), after: find(treeId + 1) }
    },
  })
  const { before, after } = query.data ?? {}
  const chainBefore = useChain(before, trust, endpoints)
  const chainAfter = useChain(after, trust, endpoints)
  return (
    <section aria-labelledby="links">
      <h2 id="links" className="text-xl">
        Previous and next tree
      </h2>
      <p className="mt-2 max-w-[62ch] text-soft">
        Each attestation names the previous root, so no tree can be inserted or removed later.
      </p>
      {query.isPending ? (
        <p role="status" className="mt-4">
          Checking the trees next to this one…
        </p>
      ) : query.isError ? (
        <p role="alert" className="mt-4">
          Could not check: {query.error.message}{' '}
          <button type="button" className="button ml-2" onClick={() => query.refetch()}>
            Check again
          </button>
        </p>
      ) : (
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {treeId === 1 ? (
            <Linked
              title="No previous tree"
              holds={/^0x0+$/.test(tree.prev_root)}
              text="This is the first tree: its previous root is zero."
              wrong="This is the first tree, and yet it names a previous root."
            />
          ) : (
            <LinkedTree
              other={before}
              treeId={treeId - 1}
              holds={before?.root === tree.prev_root}
              text={`Tree ${treeId} names its root`}
              wrong={`Tree ${treeId} names a different root.`}
              isOnChain={bothConfirmed(chain, chainBefore)}
            />
          )}
          {after ? (
            <LinkedTree
              other={after}
              treeId={treeId + 1}
              holds={after.prev_root === tree.root}
              text={`It names the root of tree ${treeId}`}
              wrong={`It does not name the root of tree ${treeId}.`}
              isOnChain={bothConfirmed(chain, chainAfter)}
            />
          ) : (
            <li className="rounded-md border border-dashed border-edge p-4 text-sm text-soft">
              This is the newest tree.
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Root and previous root are part of what the chain stores for each. */
function bothConfirmed(one: ChainQuery, other: ChainQuery): boolean {
  return one.data?.outcome === 'confirmed' && other.data?.outcome === 'confirmed'
}

function LinkedTree(props: {
  other: TreeSummary | undefined
  treeId: number
  holds: boolean
  text: string
  wrong: string
  isOnChain: boolean
}) {
  const { other, treeId, text, isOnChain } = props
  if (!other)
    return <Linked title={`Tree ${treeId}`} holds={false} text="" wrong="This service does not list it." />
  return (
    <Linked
      title={
        <Link href={`/trees/${treeId}`} className="text-link underline underline-offset-4">
          Tree {treeId}
        </Link>
      }
      holds={props.holds}
      text={`${text}. ${isOnChain ? 'Both are on the chain.' : 'The chain was not checked.'}`}
      wrong={props.wrong}
    />
  )
}

function Linked(props: { title: React.ReactNode; holds: boolean; text: string; wrong: string }) {
  return (
    <li className="flex gap-3 rounded-md border border-line bg-raised p-4 text-sm" data-link={props.holds}>
      <StepMark is={props.holds ? 'done' : 'wrong'} />
      <div>
        <p className="text-base font-semibold">{props.title}</p>
        <p className={props.holds ? 'text-soft' : 'text-bad'}>{props.holds ? props.text : props.wrong}</p>
      </div>
    </li>
  )
}
