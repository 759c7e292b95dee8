import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { CellMap } from '#components/place/cell-map'
import { ReportButton } from '#components/report/report-button'
import { PublicModelView } from '#components/review/lazy'
import { Moment } from '#components/ui/moment'
import { webContext } from '#lib/http/api/context'
import { getSharedModel } from '#lib/services/models/get-shared-model'
import { sourcesText } from '../../../components/review/claim-words.ts'
import { modelCoverage } from '../../../components/review/model-coverage.ts'

type Props = { params: Promise<{ page_id: string }> }

/** Looked up once for the page and its metadata. */
const findModel = cache(async (pageId: string) => {
  const ctx = await webContext()
  const model = await getSharedModel({ ctx, input: { pageId } })
  return model && { ...model, baseUrl: ctx.env.baseUrl, where: model.placeName ?? `cell ${model.geohash}` }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page_id: pageId } = await params
  const model = await findModel(pageId)
  if (!model) return { title: 'No such model', robots: { index: false } }
  const { title } = model
  const description = `A 3D model made from a film. Claimed place: ${model.where}. Turn it in your browser.`
  const url = `${model.baseUrl}/models/${pageId}`
  return {
    title,
    description,
    // Search engines must not list the page: only people with its link may find it.
    robots: { index: false },
    openGraph: { type: 'website', siteName: 'Cairn', title, description, url },
    twitter: { card: 'summary', title, description },
  }
}

/** The public page of a model, for as long as its poster shares it. */
export default async function SharedModelPage({ params }: Props) {
  const { page_id: pageId } = await params
  const model = await findModel(pageId)
  if (!model) notFound()
  const proof = `/verify/${model.manifestSha256}` as const
  return (
    <div className="desk-page">
      <PublicModelView url={model.modelUrl} />
      <div className="page mt-8 grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <h1 className="max-w-[28ch] text-2xl wrap-anywhere">{model.title}</h1>
          <p className="mt-3 max-w-[60ch] text-lg">
            Claimed place and time: {model.where}, <Moment within iso={model.capturedAt} />.{' '}
            {sourcesText({ place_from: model.placeFrom, time_from: model.timeFrom })} Cairn has not confirmed
            it;{' '}
            <Link href={proof} className="link">
              see what the proof says
            </Link>
            .
          </p>
          <p className="mt-2 max-w-[60ch] text-soft">
            Made into a 3D model from one film alone. {modelCoverage}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link href={proof} className="button button-main">
              See the proof
            </Link>
            <Link href={`/bounties/new?place=${model.geohash}`} className="button">
              Commission a film here
            </Link>
          </div>
          <div className="mt-6">
            <ReportButton kind="model" id={pageId} label="Report this model" />
          </div>
        </div>
        <figure>
          <CellMap
            geohash={model.geohash}
            shows="whole"
            className="aspect-[8/5] w-full rounded-lg border border-line"
          />
          <figcaption className="mt-2 text-sm text-soft">
            Claimed to be somewhere in this area of about a kilometre. Nothing finer is published. Shared
            since <Moment within iso={model.publishedAt} show="date" />.
          </figcaption>
        </figure>
      </div>
    </div>
  )
}
