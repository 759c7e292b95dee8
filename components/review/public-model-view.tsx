'use client'
import { frameClass } from './model-placeholder.tsx'
import { ModelView } from './model-view.tsx'
import { useRefresh } from './use-refresh.ts'

/** The model of a public page, without the film and its camera positions. */
export default function PublicModelView({ url }: { url: string }) {
  useRefresh()
  return (
    <section aria-label="3D model" className={frameClass}>
      <ModelView url={url} poster={null} />
    </section>
  )
}
