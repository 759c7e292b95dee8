import { createRoot } from 'react-dom/client'
import { AlonePage } from './page.tsx'

// The original document, before rendering. A saved copy is this document with the reader's field values.
const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`
createRoot(document.getElementById('page')!).render(<AlonePage source={source} />)
