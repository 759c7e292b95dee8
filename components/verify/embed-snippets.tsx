import { useContext } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { Tabs } from '#components/ui/tabs'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { SurroundingsContext } from './surroundings.ts'

type Props = {
  sha256: string
  /** The attester that this service publishes. A page that shows a badge pins it. */
  attester: string
  /** The origin of this service, without a trailing slash. */
  origin: string
}

/** The code to copy into another page so that it shows this proof. */
export function EmbedSnippets({ sha256, attester, origin }: Props) {
  const { isDemo } = useContext(SurroundingsContext)!
  const alt = `Attestation of this file at Cairn${isDemo ? ' (demo)' : ''}`
  const page = `${origin}/verify/${sha256}`
  const picture = `${origin}/badge/${sha256}.svg`
  const element = [
    `<script src="${origin}/badge.js" async></script>`,
    `<cairn-badge sha256="${sha256}"`,
    `  attester="${checksumAddress(attester)}"></cairn-badge>`,
  ].join('\n')
  const frame = `<iframe src="${origin}/embed/${sha256}" title="Proof of a capture"\n  width="440" height="700" style="border:0;max-width:100%" loading="lazy"></iframe>`
  const html = `<a href="${page}"><img src="${picture}" height="24"\n  alt="${alt}"></a>`
  return (
    <details className="min-w-0 border-t border-line pt-3">
      <summary className="w-fit min-h-9 py-1.5 text-sm font-semibold">Badge and embed</summary>
      <div className="mt-3 space-y-4">
        <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
          {/* biome-ignore lint/performance/noImgElement: a drawing of 2 kB that the framework has nothing to do with */}
          <img src={`/badge/${sha256}.svg`} alt="The badge as it is now" height={24} />
          The badge shows the result at the time when a reader opens your page.
        </p>
        <Tabs
          label="Ways to show this proof"
          tabs={[
            {
              id: 'element',
              title: 'Checks itself',
              content: (
                <Way text="Recomputes the hashes in the reader’s page, and says what it checked and what it did not. With rpc=&quot;https://…&quot; it reads the chain too; with src=&quot;photo.jpg&quot; it hashes that file.">
                  <CodeBlock code={element} label="HTML, one script and one element" />
                </Way>
              ),
            },
            {
              id: 'frame',
              title: 'Frame',
              content: (
                <Way text="The same check in a frame, for pages that take no scripts of others.">
                  <CodeBlock code={frame} label="HTML, a frame" />
                </Way>
              ),
            },
            {
              id: 'picture',
              title: 'Picture',
              content: (
                <Way text="For a README or a mail. A picture checks nothing: it tells what this service says.">
                  <CodeBlock code={html} label="HTML, a picture" />
                  <CodeBlock code={`[![${alt}](${picture})](${page})`} label="Markdown, a picture" />
                </Way>
              ),
            },
          ]}
        />
      </div>
    </details>
  )
}

function Way({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="space-y-3">
      <p className="max-w-[62ch] text-sm text-soft">{text}</p>
      {children}
    </div>
  )
}
