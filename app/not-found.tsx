import type { Metadata } from 'next'
import { NothingHere } from '#components/site/nothing-here'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <NothingHere
      title="Page not found"
      text="There is no page at this address. A bounty has a page once it is posted, and a tree once it is anchored."
      links={['/explore', '/verify', '/board']}
    />
  )
}
