import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { FoundNote } from '#components/tree/found-note'
import { LeafList } from '#components/tree/leaf-list'
import { TreeView } from '#components/tree/tree-view'
import { Fact } from '#components/ui/fact'
import { Fold } from '#components/ui/fold'
import { Hash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { localChain } from '#lib/domain/chain/chain-text'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { CairnError } from '#lib/domain/errors'
import { webContext } from '#lib/http/api/context'
import type { TreeAnswer } from '#lib/schemas/proof'
import { getTree } from '#lib/services/anchors/get-tree'
import { checkerSettings } from '../../checker-settings.ts'

const leavesPerPage = 64

type Props = {
  params: Promise<{ tree_id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const tree = await findTree((await params).tree_id)
  return { title: tree ? `Tree ${tree.tree_id}` : 'No such tree' }
}

export default async function TreePage({ params, searchParams }: Props) {
  const { tree_id } = await params
  const query = await searchParams
  const ctx = await webContext()
  const tree = await findTree(tree_id)
  if (!tree) notFound()
  const settings = await checkerSettings(ctx)
  const page = pageOf(query, tree)
  const first = (page - 1) * leavesPerPage
  return (
    <div className="page pt-10 sm:pt-16">
      <p className="mb-2 text-sm">
        <Link href="/trees" className="text-link underline underline-offset-4">
          All records
        </Link>
      </p>
      <h1 className="mt-1 text-2xl">Tree {tree.tree_id}</h1>
      <p className="mt-3 max-w-[62ch] text-lg text-soft">
        {tree.leaf_count === 1 ? 'One capture' : `${tree.leaf_count.toLocaleString('en')} captures`}, hashed
        into one root and attested on {settings.isDemo ? localChain : 'a public chain'}.
      </p>
      <p className="mt-2 text-soft">
        <Moment iso={tree.attestation.time} /> · block {tree.attestation.block.toLocaleString('en')}
        {settings.isDemo && ` of ${localChain}`}
      </p>
      <FoundNote kind={query.found} />
      <div className="mt-10">
        <TreeView treeId={tree.tree_id} settings={settings}>
          <LeafList
            treeId={tree.tree_id}
            shown={tree.leaves.slice(first, first + leavesPerPage)}
            first={first}
            page={page}
            pageCount={Math.ceil(tree.leaf_count / leavesPerPage)}
          />
        </TreeView>
      </div>
      <Summary tree={tree} explorerUrl={ctx.env.anchor.easExplorerUrl} isSandbox={settings.isDemo} />
    </div>
  )
}

/** Loaded once per request, for the page and its title. */
const findTree = cache(async (text: string): Promise<TreeAnswer | undefined> => {
  if (!/^[1-9]\d{0,8}$/.test(text)) return undefined
  try {
    return await getTree({ ctx: await webContext(), input: { treeId: Number(text) } })
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined
    throw error
  }
})

/** The requested page, or else the page with the leaf of the address. */
function pageOf(query: Record<string, string | string[] | undefined>, tree: TreeAnswer): number {
  const pageCount = Math.ceil(tree.leaf_count / leavesPerPage)
  const page = Number(query.page)
  if (Number.isInteger(page) && page >= 1) return Math.min(page, pageCount)
  const leafIndex = tree.leaves.indexOf(String(query.leaf).toLowerCase() as `0x${string}`)
  return Math.max(0, Math.floor(leafIndex / leavesPerPage)) + 1
}

/** Hashes and addresses, folded. The page explains them. */
function Summary(props: { tree: TreeAnswer; explorerUrl: string; isSandbox: boolean }) {
  const { tree } = props
  const { attestation } = tree
  const previous = tree.tree_id - 1
  return (
    <Fold title="Hashes and addresses" className="mt-14">
      {/* A hash is broken only where the screen is narrower than it, as with large text on a phone. */}
      <dl className="grid grid-cols-1 gap-x-10 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3 [&_code]:wrap-anywhere [&_code]:whitespace-normal [&_span]:max-w-full">
        <Fact name="Root">
          <Hash value={tree.root} label="root" />
        </Fact>
        <Fact name="Previous root">
          {previous > 0 ? (
            <>
              <Hash value={tree.prev_root} label="previous root" />{' '}
              <a
                href={`/trees/${previous}`}
                className="whitespace-nowrap text-link underline underline-offset-4"
              >
                tree {previous}
              </a>
            </>
          ) : (
            'None: this is the first tree'
          )}
        </Fact>
        <Fact name="Leaf format">
          <Hash value={tree.leaf_spec} label="leaf format" />
        </Fact>
        <Fact name="Attestation">
          <Hash value={attestation.uid} label="attestation" /> {/* A local chain has no public explorer. */}
          {!props.isSandbox && (
            <a href={`${props.explorerUrl}/attestation/view/${attestation.uid}`}>on EAS</a>
          )}
        </Fact>
        <Fact name="Transaction">
          <Hash value={attestation.tx} label="transaction" />
        </Fact>
        <Fact name="Attester">
          <Hash value={checksumAddress(attestation.attester)} label="attester" />
        </Fact>
      </dl>
    </Fold>
  )
}
