const width = 80
const height = 48
const maxDrawn = 16

type Props = { leafCount: number; className?: string }

/** A small tree with as many leaves as can be distinguished. Decoration: the number is beside it. */
export function TreeGlyph({ leafCount, className }: Props) {
  const leaves = Math.min(leafCount, maxDrawn)
  const rows = Math.ceil(Math.log2(leaves)) + 1
  const counts = Array.from({ length: rows }, (_, row) => Math.ceil(leaves / 2 ** (rows - 1 - row)))
  const spot = (row: number, position: number) =>
    `${((position + 0.5) / counts[row]!) * width} ${rows === 1 ? height / 2 : 6 + (row / (rows - 1)) * (height - 11)}`
  const below = counts.flatMap((count, row) =>
    row === 0 ? [] : Array.from({ length: count }, (_, position) => ({ row, position })),
  )
  const edges = below.map(
    ({ row, position }) => `M${spot(row, position)}L${spot(row - 1, Math.floor(position / 2))}`,
  )
  const dots = below.map(({ row, position }) => `M${spot(row, position)}h0`)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={className} fill="none">
      <path d={edges.join('')} className="stroke-edge" />
      <path d={dots.join('')} className="stroke-soft" strokeWidth="4" strokeLinecap="round" />
      <path d={`M${spot(0, 0)}h0`} className="stroke-lichen-shade" strokeWidth="11" strokeLinecap="round" />
    </svg>
  )
}
