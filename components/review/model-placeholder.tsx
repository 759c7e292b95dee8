/** The frame of a 3D model on a page. The placeholder has the same, so that nothing moves when the model arrives. */
export const frameClass =
  'dark-room relative h-[72dvh] min-h-96 overflow-hidden bg-[radial-gradient(ellipse_at_50%_35%,#26352d,#0a0f0d_80%)] text-ink'
/** Lower, so that the details below are partly visible in a wide window. */
export const lowFrameClass = `${frameClass} lg:h-[62dvh]`

/** Takes the place of a 3D model until it is loaded. @param poster a picture of the place */
export function ModelPlaceholder({
  poster,
  text,
  className,
}: {
  poster?: string | null
  text: string
  className: string
}) {
  return (
    <div data-model-placeholder className={`${className} grid place-items-center`}>
      {poster && (
        // biome-ignore lint/performance/noImgElement: a signed link that changes with every visit
        <img src={poster} alt="" className="absolute inset-0 size-full object-cover opacity-40" />
      )}
      <p className="panel relative px-5 py-3 text-sm">{text}</p>
    </div>
  )
}
