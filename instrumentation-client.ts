// Runs before any code of a page. Zod asks whether it may compile its checks by `eval`, which no page of ours allows: the
// browser would report each page for trying. This is where `z.config({ jitless: true })` puts it, without loading Zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
