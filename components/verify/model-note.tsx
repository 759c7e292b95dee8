import type { CheckRow } from '#lib/client/check-row'

const modelFile = /\.(glb|spz|ply|zip)$/i

/** True for files that the download of a model consists of, by their names. */
export function couldBeOfModel({ name }: CheckRow): boolean {
  return modelFile.test(name)
}

/** What a record of a model says: its manifest has the record, and lists the other files. */
export function ModelNote({ row: { report, modelFileCount: count } }: { row: CheckRow }) {
  if (report?.verdict !== 'verified' || (count === undefined && !report.madeFrom)) return null
  return (
    <p className="mt-2 max-w-[46ch] text-sm text-soft">
      {count === undefined
        ? 'This is the manifest of a 3D model: it lists the hash of every file of the model. Drop the whole ZIP to check them all.'
        : `All ${count} files in this ZIP are as its manifest lists them, and the manifest has this record.`}
    </p>
  )
}
