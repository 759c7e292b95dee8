import { Cairn } from '#components/ui/cairn'

/** Shown while a page loads. It is as high as the window, so that the footer does not move afterwards. */
export function PageLoading({ text }: { text: string }) {
  return (
    <div className="page grid min-h-dvh content-start justify-items-center gap-5 pt-[22vh]">
      <Cairn isLoading className="w-24" />
      <p role="status" className="text-soft">
        {text}
      </p>
    </div>
  )
}
