const longTitle = 64

/** A title may be two hundred characters; set in the largest letters it would fill the screen. */
export function BountyTitle({ title }: { title: string }) {
  const size =
    title.length > longTitle
      ? 'max-w-[46ch] text-xl'
      : 'max-w-[28ch] text-[clamp(1.85rem,1.4rem+2.2vw,3.25rem)] leading-[1.08]'
  return <h1 className={`[overflow-wrap:anywhere] ${size}`}>{title}</h1>
}
