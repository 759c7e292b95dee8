import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { AlonePage } from './page.tsx'

// The page's policy lets nothing be compiled from text, which is how schemas get faster.
z.config({ jitless: true })

// As it came, before anything is drawn: what is saved is this, with the reader's fields in it.
const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`
createRoot(document.getElementById('page')!).render(<AlonePage source={source} />)
