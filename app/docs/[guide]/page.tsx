import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type GuideName, guideNames, guides } from '#lib/http/docs/pages'
import { docsMetadata, GuidePage } from '../guide-page.tsx'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = nameOf((await params).guide)
  // A page that calls `notFound` has the title of its own metadata.
  return name ? docsMetadata(guides[name]) : { title: 'Page not found' }
}

export default async function Page({ params }: Props) {
  const name = nameOf((await params).guide)
  if (!name) notFound()
  return <GuidePage name={name} />
}

function nameOf(text: string): GuideName | undefined {
  return guideNames.find((name) => guides[name].path === `/docs/${text}`)
}
