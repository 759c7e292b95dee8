import { parseArgs } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils.js'
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { buildTree, rootOf } from '#lib/domain/proof/merkle'
import { noteFigure } from '../note-figure.ts'
import { percentile } from '../spatial/measure.ts'

const { values } = parseArgs({
  options: {
    leaves: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
  },
})
const leaves = Array.from({ length: Number(values.leaves) }, () => crypto.getRandomValues(new Uint8Array(32)))
const hexLeaves = leaves.map((leaf) => `0x${bytesToHex(leaf)}`)

const ours: number[] = []
const theirs: number[] = []
// The first round compiles the code of both, and is not counted.
for (let round = 0; round <= Number(values.rounds); round += 1) {
  const [ourMs, ourRoot] = timed(() => `0x${bytesToHex(rootOf(buildTree(leaves)))}`)
  const [theirMs, theirRoot] = timed(() => SimpleMerkleTree.of(hexLeaves, { sortLeaves: false }).root)
  if (ourRoot !== theirRoot) throw new Error('the roots differ')
  if (round === 0) continue
  ours.push(ourMs)
  theirs.push(theirMs)
  console.log(`round ${round}: ours ${Math.round(ourMs)} ms, peer ${Math.round(theirMs)} ms`)
}
const ratio = percentile(
  theirs.map((theirMs, round) => theirMs / ours[round]!),
  0.5,
)
console.log(
  `\n${leaves.length.toLocaleString('en')} leaves, medians: ours ${Math.round(percentile(ours, 0.5))} ms, peer ${Math.round(percentile(theirs, 0.5))} ms, ratio ${ratio.toFixed(2)}`,
)
noteFigure({
  name: `Merkle tree of ${leaves.length} leaves, times as fast as the peer`,
  value: ratio,
  better: 'higher',
})

function timed<Result>(run: () => Result): [number, Result] {
  const startedAt = performance.now()
  const result = run()
  return [performance.now() - startedAt, result]
}
