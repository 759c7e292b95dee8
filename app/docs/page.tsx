import { guides } from '#lib/http/docs/pages'
import { docsMetadata, GuidePage } from './guide-page.tsx'

export const metadata = docsMetadata({ ...guides.start, title: 'Documentation' })

export default function StartPage() {
  return <GuidePage name="start" />
}
