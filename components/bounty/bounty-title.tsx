const longTitle = 64

/** A title may have two hundred characters, which would fill the screen in the largest size. */
export function BountyTitle({ title }: { title: string }) {
  const size = title.length > longTitle ? 'max-w-[46ch] text-xl' : 'max-w-[28ch] text-2xl'
  return <h1 className={`[overflow-wrap:anywhere] ${size}`}>{title}</h1>
}
