'use client'
import { writeCsv } from '#lib/domain/text/csv'
import type { TreeAnswer } from '#lib/schemas/proof'
import { saveText } from '../ui/save-text.ts'

/** Downloads of the leaves. The file name has the number of rows, so that a truncated file is noticed. */
export function LeafDownloads({ tree }: { tree: TreeAnswer }) {
  const { leaf_count: count, tree_id: treeId } = tree
  const name = `cairn-tree-${treeId}-${count}-${count === 1 ? 'leaf' : 'leaves'}`
  const rows = () => tree.leaves.map((leaf, index) => [index + 1, leaf])
  return (
    <p className="flex flex-wrap gap-2">
      <button
        type="button"
        className="button"
        onClick={() =>
          saveText(`${name}.csv`, 'text/csv', writeCsv([['leaf_number', 'leaf_hash'], ...rows()]))
        }
      >
        Download {count} {count === 1 ? 'leaf' : 'leaves'} as CSV
      </button>
      <button
        type="button"
        className="button"
        onClick={() => saveText(`${name}.json`, 'application/json', `${JSON.stringify(tree, null, 2)}\n`)}
      >
        Download the tree as JSON
      </button>
    </p>
  )
}
