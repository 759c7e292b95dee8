import { z } from 'zod'

// The page's policy lets nothing be compiled from text, which is how schemas get faster. Before any schema is made.
z.config({ jitless: true })
