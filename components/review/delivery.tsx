'use client'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { ModelView } from './model-view.tsx'

/** What the poster gets for an accepted film: the file itself, and the model once it is made. */
export function Delivery({ submission }: { submission: ReviewedSubmission }) {
  const {
    full_capture_url: capture,
    model_glb_url: glb,
    model_zip_url: zip,
    model_preview_url: preview,
  } = submission
  return (
    <section aria-labelledby="got" className="grid gap-6 border-t border-line pt-6">
      <h2 id="got" className="text-xl">
        What you got
      </h2>
      <Model submission={submission} />
      {submission.reconstruction_status === 'ready' && preview && (
        <div>
          <ModelView url={preview} />
          <p className="mt-2 text-sm text-soft">
            Drag to turn it, scroll or pinch to come closer. Its size is relative: a film alone does not tell
            metres.
          </p>
        </div>
      )}
      <ul className="flex flex-wrap gap-3">
        {capture && <Download href={capture} text="Download the film" />}
        {glb && <Download href={glb} text="Download the model (GLB)" />}
        {zip && <Download href={zip} text="Download all of its files (ZIP)" />}
      </ul>
      {!capture && (
        <p className="text-sm text-soft">
          The film is yours as soon as the payment to its contributor is confirmed.
        </p>
      )}
    </section>
  )
}

function Download({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a href={href} className="button" download>
        {text}
      </a>
    </li>
  )
}

function Model({ submission }: { submission: ReviewedSubmission }) {
  const { reconstruction_status: status, reconstruction_percent: percent } = submission
  if (status === 'queued')
    return (
      <p role="status" className="text-soft">
        The 3D model waits for its turn
        {submission.models_ahead ? `: ${submission.models_ahead} before it.` : '.'}
      </p>
    )
  if (status === 'running')
    return (
      <div className="max-w-[36rem]">
        <p role="status" className="flex justify-between gap-4 text-sm">
          <span>{submission.reconstruction_text ?? 'The 3D model is being made.'}</span>
          <span className="whitespace-nowrap text-soft tabular-nums">{percent ?? 0} %</span>
        </p>
        <progress className="progress mt-2" max={100} value={percent ?? 0} aria-label="The 3D model" />
      </div>
    )
  if (status === 'failed')
    return (
      <p className="max-w-[60ch] border-l-2 border-wait pl-4">
        No 3D model could be made. {submission.reconstruction_reason}
      </p>
    )
  return null
}
