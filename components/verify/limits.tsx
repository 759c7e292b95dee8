/** The same for every verdict, and on the certificate: what an anchor can and cannot tell. */
export function Limits() {
  return (
    <section
      aria-labelledby="limits"
      className="rounded-lg border border-line bg-sunken p-5 sm:p-8 print:rounded-none print:border-edge print:bg-transparent print:p-4"
    >
      <h2 id="limits" className="text-lg">
        What this proves, and what it does not
      </h2>
      <div className="mt-4 grid gap-x-12 gap-y-6 sm:grid-cols-2 print:mt-2 print:grid-cols-2 print:gap-x-8">
        <div>
          <h3 className="text-base">“Verified” proves</h3>
          <ul className="mt-2 list-[square] space-y-1.5 pl-5 text-sm text-soft marker:text-good print:text-xs">
            <li>Not one byte of the file has changed since it was anchored.</li>
            <li>The file existed at the time of the block. It may be older.</li>
            <li>Time and place are the ones given then. Nobody changed them after.</li>
          </ul>
        </div>
        <div>
          <h3 className="text-base">It does not prove</h3>
          <ul className="mt-2 list-[square] space-y-1.5 pl-5 text-sm text-soft marker:text-bad print:text-xs">
            <li>That the picture shows what happened. A staged or generated scene anchors as well.</li>
            <li>That time and place are right: they are what the device said.</li>
            <li>Who took it, who owns it, or that it was the first of its kind.</li>
            <li>More than the cell: no place is kept finer than about 1.2 by 0.6 km.</li>
          </ul>
        </div>
      </div>
    </section>
  )
}
