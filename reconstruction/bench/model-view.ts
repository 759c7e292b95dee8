import { readFile } from 'node:fs/promises'
import { extname, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../e2e/find-browser.ts'

/** A pinhole camera: pixels, degrees, and a 4×4 matrix by rows whose axes are x right, y up, z back. */
export type Camera = { width: number; height: number; verticalDegrees: number; toWorld: number[][] }

export type ModelView = {
  /** A PNG, transparent outside the model. */
  lookFrom(camera: Camera): Promise<Buffer>
  /** A PNG of the viewer of the web pages: `orbit` as its `camera-orbit`, like `30deg 70deg 80%`. */
  lookInViewer(view: { width: number; height: number; orbit?: string }): Promise<Buffer>
  /** Other addresses that the pages requested; all were refused. */
  refused: string[]
  close(): Promise<void>
}

/** Software rendering gives the same picture on every machine. */
const webgl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const origin = 'http://127.0.0.1:9'
const modules = new URL('../../node_modules/', import.meta.url)
const types: Record<string, string> = {
  '.html': 'text/html',
  '.glb': 'model/gltf-binary',
}

/** Opens a GLB in a headless browser without network. It can load only the model and files of npm packages. */
export async function openModel(glb: string): Promise<ModelView> {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: [...args, ...webgl] })
  const refused: string[] = []
  const open = async (name: string, viewport: { width: number; height: number }): Promise<Page> => {
    const page = await browser.newPage({ viewport })
    await page.route('**/*', async (route) => {
      const path = fileFor(route.request().url(), glb)
      const body = path && (await readFile(path).catch(() => undefined))
      if (!body) {
        refused.push(route.request().url())
        return route.abort()
      }
      return route.fulfill({ body, contentType: types[extname(path)] ?? 'text/javascript' })
    })
    await page.goto(`${origin}/${name}`)
    return page
  }
  let scene: Promise<Page> | undefined
  const openScene = async () => {
    const page = await open('scene.html', { width: 640, height: 360 })
    await page.evaluate(`open3d('/model.glb')`)
    return page
  }
  return {
    refused,
    async lookFrom(camera) {
      scene ??= openScene()
      const url: string = await (await scene).evaluate(`lookFrom(${JSON.stringify(camera)})`)
      return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    },
    async lookInViewer({ orbit, ...viewport }) {
      const page = await open('viewer.html', viewport)
      await page.waitForFunction(`document.querySelector('model-viewer').loaded`)
      if (orbit)
        await page.evaluate(`(async () => {
          const viewer = document.querySelector('model-viewer')
          viewer.cameraOrbit = ${JSON.stringify(orbit)}
          await viewer.updateComplete
          viewer.jumpCameraToGoal()
        })()`)
      const url: string = await page.evaluate(`(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        return document.querySelector('model-viewer').toDataURL('image/png')
      })()`)
      await page.close()
      return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    },
    close: () => browser.close(),
  }
}

/** The file behind an address that the pages may ask for. */
function fileFor(address: string, glb: string): string | undefined {
  const { origin: host, pathname } = new URL(address)
  if (host !== origin) return undefined
  if (pathname === '/model.glb') return glb
  if (/^\/(scene|viewer)\.html$/.test(pathname))
    return fileURLToPath(new URL(`.${pathname}`, import.meta.url))
  const path = normalize(decodeURIComponent(pathname))
  return path.startsWith(`${sep}modules${sep}`) ? fileURLToPath(new URL(path.slice(9), modules)) : undefined
}
