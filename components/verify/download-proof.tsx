'use client'
import { useContext } from 'react'
import type { Report } from '#lib/client/check'
import { saveText } from '../ui/save-text.ts'
import { SurroundingsContext } from './surroundings.ts'

/** Saves the proof of a file, with which anyone can check it without this service. Renders nothing without a proof whose hashes match. */
export function DownloadProof({ report: { sha256, proof, recomputed } }: { report: Report }) {
  const { isDemo = false } = useContext(SurroundingsContext)!
  if (!proof || !recomputed?.holds) return null
  const save = async () => {
    const { writeBundle } = await import('#lib/client/bundle')
    saveText(`${sha256.slice(0, 16)}.proof.json`, 'application/json', writeBundle(proof, { isDemo }))
  }
  return (
    <button type="button" className="button" onClick={save}>
      Download the proof
    </button>
  )
}
