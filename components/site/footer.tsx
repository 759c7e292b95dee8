export function Footer() {
  return (
    <footer className="mt-24 border-t border-line py-8 text-sm text-soft">
      <div className="page flex flex-wrap justify-between gap-x-10 gap-y-2">
        <p>Cairn keeps places as six-character geohash cells, and nothing finer.</p>
        <p>Anchored with the Ethereum Attestation Service on chain 8453.</p>
      </div>
    </footer>
  )
}
