import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type OverlayOptions } from 'sharp'
import { filmCameras } from './film-cameras.ts'
import { measureLikeness } from './likeness.ts'
import { openModel } from './model-view.ts'

// node reconstruction/bench/render.ts --model FOLDER [--to docs/pictures]
// Draws the output of `bench:reconstruction --keep FOLDER`: frames of the film beside the model from the same camera, and the
// model in the viewer of the web pages from other sides.

const { values } = parseArgs({
  options: { model: { type: 'string' }, to: { type: 'string', default: 'docs/pictures' } },
})
if (!values.model) {
  process.stderr.write('usage: render.ts --model FOLDER [--to FOLDER]\n')
  process.exit(2)
}
const { model, to } = { ...values, model: values.model }
const [width, height] = [640, 360]
/** Positions in the film to show, as shares of its length. */
const moments = [0.1, 0.45, 0.8]
const orbits = ['0deg 70deg 60%', '120deg 70deg 60%', '240deg 70deg 60%', '0deg 20deg 70%']

mkdirSync(to, { recursive: true })
const shown = filmCameras(readFileSync(join(model, 'package/transforms.json'), 'utf8'))
const view = await openModel(join(model, 'model.glb'))
const preview = await openModel(join(model, 'preview.glb'))
try {
  const pairs = []
  for (const moment of moments) {
    const { frame, camera } = shown[Math.floor(moment * shown.length)]!
    const photograph = readFileSync(join(model, 'package', frame))
    const rendering = await view.lookFrom(camera)
    const { covered, correlation } = await measureLikeness(rendering, photograph)
    console.log(`${frame}: ${(100 * covered).toFixed(0)} % covered, correlation ${correlation.toFixed(3)}`)
    pairs.push(photograph, rendering)
  }
  await tile(join(to, 'model-beside-film.webp'), pairs)
  const around = []
  for (const orbit of orbits) around.push(await preview.lookInViewer({ width, height, orbit }))
  await tile(join(to, 'model-in-viewer.webp'), around)
  const refused = [...view.refused, ...preview.refused]
  if (refused.length > 0) throw new Error(`asked for more than it was given: ${refused.join(', ')}`)
} finally {
  await view.close()
  await preview.close()
}

/** Writes the pictures in rows of two. */
async function tile(path: string, pictures: readonly Buffer[]): Promise<void> {
  const gap = 8
  const parts: OverlayOptions[] = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture).resize({ width, height, fit: 'fill' }).toBuffer(),
      left: (index % 2) * (width + gap),
      top: Math.floor(index / 2) * (height + gap),
    })),
  )
  const rows = Math.ceil(pictures.length / 2)
  const background = { r: 233, g: 237, b: 241 }
  const size = { width: 2 * width + gap, height: rows * (height + gap) - gap }
  const canvas = sharp({ create: { ...size, channels: 3, background } })
  const bytes = await canvas.composite(parts).webp({ quality: 72, effort: 6 }).toBuffer()
  writeFileSync(path, bytes)
  console.log(`${path}: ${(bytes.length / 1000).toFixed(0)} kB`)
}
