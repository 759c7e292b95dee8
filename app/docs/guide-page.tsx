import type { Metadata } from 'next'
import { Markdown, sectionsOf } from '#components/docs/markdown'
import { PaymentPicture } from '#components/docs/payment-picture'
import { ProofPicture } from '#components/docs/proof-picture'
import { DocsShell } from '#components/docs/shell'
import { Ways } from '#components/docs/ways'
import { CodeBlock } from '#components/ui/code-block'
import { Tabs } from '#components/ui/tabs'
import { webContext } from '#lib/http/api/context'
import { guideText } from '#lib/http/docs/guide'
import { docPages, type GuideName, guides } from '#lib/http/docs/pages'
import { exampleFiles, paymentSteps, proofSteps, waysIn } from '#lib/http/docs/parts'

/** The metadata of any page of the documentation. */
export function docsMetadata({
  title,
  description,
  path,
}: {
  title: string
  description: string
  path: string
}) {
  return { title, description, alternates: { types: { 'text/markdown': `${path}.md` } } } satisfies Metadata
}

export async function GuidePage({ name }: { name: GuideName }) {
  const { env } = await webContext()
  const { path, title, description } = guides[name]
  const text = guideText(name, env)
  return (
    <DocsShell pages={docPages(env)} path={path} title={title} lead={description} sections={sectionsOf(text)}>
      <div className={name === 'glossary' ? 'docs-glossary mt-6' : 'mt-6'}>
        <Markdown
          text={text}
          parts={{
            ways: <Ways ways={waysIn(env)} />,
            'proof-picture': <ProofPicture steps={proofSteps} />,
            'payment-picture': <PaymentPicture steps={paymentSteps(env)} />,
            'example-query': <Programs of="example-query" label="The query in" />,
            'example-bounty': <Programs of="example-bounty" label="The bounty in" />,
            'example-shared': <Programs of="example-shared" label="What they share" />,
          }}
        />
      </div>
    </DocsShell>
  )
}

function Programs({ of, label }: { of: Parameters<typeof exampleFiles>[0]; label: string }) {
  return (
    <div className="my-5">
      <Tabs
        label={label}
        tabs={exampleFiles(of).map(({ id, title, path, code }) => ({
          id,
          title,
          content: <CodeBlock label={path} code={code} />,
        }))}
      />
    </div>
  )
}
