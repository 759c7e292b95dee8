/** The room of a 3D model on a page, which has the same size before the model is there. */
export const roomClass =
  'dark-room relative h-[72dvh] min-h-96 overflow-hidden bg-[radial-gradient(ellipse_at_50%_35%,#26352d,#0a0f0d_80%)] text-ink'
/** That of a page with its details below, which begin in sight of a wide window. */
export const lowRoomClass = `${roomClass} lg:h-[62dvh]`

/** The room without the model, so that nothing below moves when it arrives. @param poster a picture of the place */
export function ModelRoom({
  poster,
  text,
  className,
}: {
  poster?: string | null
  text: string
  className: string
}) {
  return (
    <div data-model-room className={`${className} grid place-items-center`}>
      {poster && (
        // biome-ignore lint/performance/noImgElement: a signed link that changes with every visit
        <img src={poster} alt="" className="absolute inset-0 size-full object-cover opacity-40" />
      )}
      <p className="panel relative px-5 py-3 text-sm">{text}</p>
    </div>
  )
}
