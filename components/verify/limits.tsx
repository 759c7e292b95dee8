const proven = {
  file: {
    title: '“Unchanged” proves',
    first: 'Not one byte of the file has changed since it was anchored.',
    second: 'The file existed at that time. It may be older.',
  },
  record: {
    title: '“On record” proves',
    first: 'A file with this fingerprint existed at that time. It may be older.',
    second: 'Not one byte has changed since in any file that has this fingerprint.',
  },
}

/** What an anchor can and cannot prove: of a file, or of a record without its file. */
export function Limits({ of }: { of: 'file' | 'record' }) {
  const { title, first, second } = proven[of]
  return (
    <div className="@container grid gap-6">
      <div className="grid gap-x-12 gap-y-6 @xl:grid-cols-2 print:grid-cols-2 print:gap-x-6">
        <div>
          <h3 className="text-base print:text-xs">{title}</h3>
          <ul className="mt-2 list-[square] space-y-1.5 pl-5 print:mt-0.5 print:space-y-0 text-sm text-soft marker:text-good print:text-xs">
            <li>{first}</li>
            <li>{second}</li>
            <li>Time and place are the ones given then. Nobody has changed them since.</li>
          </ul>
        </div>
        <div>
          <h3 className="text-base print:text-xs">It does not prove</h3>
          <ul className="mt-2 list-[square] space-y-1.5 pl-5 print:mt-0.5 print:space-y-0 text-sm text-soft marker:text-bad print:text-xs">
            <li>That the picture shows what happened. Staged or AI-made images can be anchored too.</li>
            <li>That time and place are right: they are what was claimed.</li>
            <li>Who took it, who owns it, or that it was the first of its kind.</li>
            <li>The exact place: only a cell of at most 1.2 by 0.6 km is stored.</li>
          </ul>
        </div>
      </div>
    </div>
  )
}
