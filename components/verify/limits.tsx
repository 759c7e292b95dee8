/** The same for every verdict: what an anchor can and cannot tell. */
export function Limits() {
  return (
    <section
      aria-labelledby="limits"
      className="grid gap-x-12 gap-y-6 border-t border-line pt-8 sm:grid-cols-2"
    >
      <h2 id="limits" className="sr-only">
        What “Verified” proves and does not prove
      </h2>
      <div>
        <h3 className="text-lg">What a verified file proves</h3>
        <ul className="mt-2 list-[square] space-y-1 pl-5 text-sm text-soft marker:text-good">
          <li>Not one byte of the file has changed since it was anchored.</li>
          <li>The file existed at the time of the block.</li>
          <li>Time and place are the ones given then; nobody changed them after.</li>
        </ul>
      </div>
      <div>
        <h3 className="text-lg">What it does not prove</h3>
        <ul className="mt-2 list-[square] space-y-1 pl-5 text-sm text-soft marker:text-bad">
          <li>That the picture shows what really happened. A staged scene anchors as well.</li>
          <li>That time and place are right: they are what the device said.</li>
          <li>Who took it, or who owns it.</li>
        </ul>
      </div>
    </section>
  )
}
