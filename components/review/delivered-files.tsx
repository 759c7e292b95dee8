'use client'
import Link from 'next/link'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useFileSize } from './use-file-size.ts'

/** The files that a poster gets for an accepted film, with their sizes. */
export function DeliveredFiles({ submission }: { submission: ReviewedSubmission }) {
  const { full_capture_url: film, model_glb_url: glb, model_zip_url: zip, size_bytes: bytes } = submission
  const { model_splats_url: splats } = submission
  return (
    <section aria-label="Your files" className="min-w-0 rounded-xl border border-line bg-raised p-5 sm:p-6">
      <h2 className="text-lg">Your files</h2>
      <ul className="mt-2 grid">
        {film && <Download href={film} text="Download the film" hint="The original file" bytes={bytes} />}
        {glb && <SizedDownload href={glb} text="Download the 3D model" hint="GLB, for any 3D viewer" />}
        {splats && (
          <SizedDownload
            href={splats}
            text="Download the Gaussian splat"
            hint="SPZ: a 3D view of soft coloured points, for viewers of splats"
          />
        )}
        {zip && (
          <SizedDownload
            href={zip}
            text="Download the model and its working files"
            hint="ZIP: model, pictures, camera positions and points, for programs that make 3D views of coloured points (Gaussian splats). Its proof can be checked on the page Verify."
          />
        )}
      </ul>
      <Proofs submission={submission} />
    </section>
  )
}

/** Links to the public records of the film and of the model. A record exists before it joins a tree. */
function Proofs({ submission }: { submission: ReviewedSubmission }) {
  const { film_sha256: film, manifest_sha256: manifest, proof_status: proof } = submission
  if (!film) return null
  return (
    <div className="mt-2 border-t border-line pt-2">
      <p className="flex flex-wrap gap-x-6 text-sm">
        <ProofLink sha256={film} text="See the proof of the film" />
        {manifest && <ProofLink sha256={manifest} text="See the proof of the model" />}
      </p>
      {proof === 'pending' && (
        <p className="text-sm text-soft">The film is on record. Its proof is not complete yet.</p>
      )}
    </div>
  )
}

function ProofLink({ sha256, text }: { sha256: string; text: string }) {
  return (
    <Link href={`/verify/${sha256}`} prefetch={false} className="link inline-flex min-h-11 items-center">
      {text}
    </Link>
  )
}

type File = { href: string; text: string; hint: string }

function SizedDownload(file: File) {
  return <Download {...file} bytes={useFileSize(file.href)} />
}

function Download({ href, text, hint, bytes }: File & { bytes: number | null | undefined }) {
  return (
    <li className="border-t border-line first:border-0">
      <a
        href={href}
        download
        className="-mx-2 flex min-h-14 items-center justify-between gap-4 rounded-sm px-2 py-2.5 hover:bg-sunken"
      >
        <span className="min-w-0">
          <span className="block font-semibold underline underline-offset-4">{text}</span>
          <span className="block text-sm text-soft">{hint}</span>
        </span>
        {typeof bytes === 'number' && (
          <span className="flex-none text-sm text-soft tabular-nums">
            {(bytes / 1_000_000).toFixed(1)}&nbsp;MB
          </span>
        )}
      </a>
    </li>
  )
}
