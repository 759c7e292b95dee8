import { createHash } from 'node:crypto'
import { join } from 'node:path'
import tailwind from '@tailwindcss/postcss'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')
const source = join(root, 'components/verify/alone')

/** Builds `check.html`, the checker as a single file that works offline. The same sources give the same bytes. */
export async function buildCheckPage(): Promise<string> {
  const built = await build({
    root: source,
    configFile: false,
    // It warns about every 'use client', which has no effect here.
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    css: { postcss: { plugins: [tailwind({ base: source, optimize: { minify: true } })] } },
    build: {
      write: false,
      target: 'es2023',
      cssTarget: 'chrome123',
      cssCodeSplit: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssMinify: false,
      modulePreload: false,
      minify: true,
      rollupOptions: {
        input: join(source, 'entry.ts'),
        output: { format: 'iife', entryFileNames: 'check.js' },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = outputs.find((item) => item.type === 'chunk')
  const style = outputs.find((item) => item.type === 'asset' && item.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset' || outputs.length !== 2)
    throw new Error(`expected one script and one style, got ${outputs.map(({ fileName }) => fileName)}`)
  // Escapes end tags and comments in the code, which would end its `<script>` or `<style>` element early.
  const js = script.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
  const css = String(style.source).trim().replaceAll('</style', '<\\/style')
  return page(js, css)
}

function page(js: string, css: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(js)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(css)}`,
    'img-src data: blob:',
    'media-src blob:',
    'font-src data:',
    'connect-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<!--
  Verify independently: one file that needs nobody. Save it and open it from disk. It loads nothing: the policy below lets
  only the script and the style in this file run, and lets them talk to an endpoint over HTTP that you name.
  Made from components/verify/alone.
-->
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f3ee">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1311">
<title>Verify independently · Cairn</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="page" class="flex min-h-dvh flex-col font-sans"></div>
<noscript>This page computes hashes in your browser, for which it needs JavaScript.</noscript>
<script type="application/json" id="trust">null</script>
<script>${js}</script>
</body>
</html>
`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
