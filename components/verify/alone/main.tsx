import { createRoot } from 'react-dom/client'
import { AlonePage } from './page.tsx'

// As it came, before anything is drawn: what is saved is this, with the reader's fields in it.
const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`
createRoot(document.getElementById('page')!).render(<AlonePage source={source} />)
