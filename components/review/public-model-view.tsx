'use client'
import { ModelView } from './model-view.tsx'

/** The model of a public page, without the film and its camera positions. */
export default function PublicModelView({ url }: { url: string }) {
  return (
    <section
      aria-label="3D model"
      className="dark-room relative h-[72dvh] min-h-96 overflow-hidden bg-[radial-gradient(ellipse_at_50%_35%,#26352d,#0a0f0d_80%)] text-ink"
    >
      <ModelView url={url} poster={null} />
    </section>
  )
}
