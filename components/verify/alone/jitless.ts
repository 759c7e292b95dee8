import { z } from 'zod'

// The page's policy forbids compiling code from text, which schemas use for speed. Must run before any schema is created.
z.config({ jitless: true })
