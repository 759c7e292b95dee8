/** The world, standing still: in place of the map until that is brought. */
export function StillMap({ label, className = '' }: { label: string; className?: string | undefined }) {
  return (
    <div
      role="img"
      aria-label={label}
      className={`relative isolate overflow-hidden bg-map-water ${className}`}
    >
      <div className="absolute inset-0 bg-map-land mask-[url(/world.svg)] mask-cover mask-center" />
    </div>
  )
}
