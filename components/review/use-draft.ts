'use client'
import { useState } from 'react'

const place = 'cairn.draft'

/** What was written so far, for when the page is loaded again in this tab. */
export function useDraft() {
  const [first] = useState(readDraft)
  return {
    first,
    keep: (draft: { title: string; brief: string }) => sessionStorage.setItem(place, JSON.stringify(draft)),
    forget: () => sessionStorage.removeItem(place),
  }
}

function readDraft(): { title: string; brief: string } {
  try {
    const { title = '', brief = '' } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<
      string,
      string
    >
    return { title: String(title), brief: String(brief) }
  } catch {
    return { title: '', brief: '' }
  }
}
