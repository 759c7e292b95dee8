import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { categoriesFor, reportCategoryWords, reportedKinds } from '#lib/domain/moderation/report'
import ReportDialog from './report-dialog.tsx'

const nothing = () => {}

test.each(reportedKinds)(
  'a %s can be reported for each reason, and the dialog links to the rules',
  (kind) => {
    const props = { kind, id: 'one', label: 'Report this', isOpen: true, onClose: nothing, onDone: nothing }
    const html = renderToStaticMarkup(createElement(ReportDialog, props))
    const labels = [...html.matchAll(/<label[^>]*><input[^>]*type="radio"[^>]*\/>([^<]*)<\/label>/g)]
    expect(labels.map(([, text]) => text)).toEqual(categoriesFor(kind).map((one) => reportCategoryWords[one]))
    expect(html).toContain('href="/rules"')
    expect(html).toContain('nothing about you is stored')
    // No reason is preselected, and no field asks for the reporter.
    expect(html).not.toMatch(/checked|type="(email|text|tel)"/)
  },
)
