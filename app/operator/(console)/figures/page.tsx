import type { Metadata } from 'next'
import { FiguresPage } from '#components/operator/overview/figures-page'

export const metadata: Metadata = { title: 'Figures' }

export default function OperatorFiguresPage() {
  return <FiguresPage />
}
