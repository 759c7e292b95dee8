import type { Quality } from './measure-model.ts'
import type { StageCost } from './run-engine.ts'

export function printStages({ stages, peakMegabytes }: { stages: StageCost[]; peakMegabytes: number }): void {
  const total = (key: 'wallSeconds' | 'cpuSeconds') => stages.reduce((sum, stage) => sum + stage[key], 0)
  print('| stage | wall s | CPU s |')
  print('|---|---|---|')
  for (const { stage, wallSeconds, cpuSeconds } of stages)
    print(`| ${stage} | ${wallSeconds.toFixed(1)} | ${cpuSeconds.toFixed(1)} |`)
  print(`| **total** | **${total('wallSeconds').toFixed(1)}** | **${total('cpuSeconds').toFixed(1)}** |`)
  print(`\nPeak memory of the engine itself: ${peakMegabytes.toFixed(0)} MB.`)
}

type Targets = { foundShare: number; medianMm: number; floatingShare: number }

export const orbitTargets: Targets = { foundShare: 0.75, medianMm: 10, floatingShare: 0.01 }
/** Its pictures hang 3 cm before the walls, and the walls are found by them. */
export const roomTargets: Targets = { foundShare: 0.85, medianMm: 30, floatingShare: 0.01 }

export function printQuality(quality: Quality, targets: Targets): void {
  const { camera, focal, surface, found, pieces, seams, levelDegrees, ...rest } = quality
  const share = rest.registered / rest.frames
  print('| | measured | target |')
  print('|---|---|---|')
  line('frames registered', `${rest.registered} of ${rest.frames}`, '≥ 95 %', share >= 0.95)
  line('camera position, mean', `${camera.meanMm.toFixed(1)} mm`, '≤ 15 mm', camera.meanMm <= 15)
  line('camera position, worst', `${camera.maxMm.toFixed(1)} mm`)
  line(
    'camera rotation, mean / worst',
    `${camera.meanDegrees.toFixed(3)}° / ${camera.maxDegrees.toFixed(3)}°`,
  )
  line('focal length (true)', `${focal.found.toFixed(2)} px (${focal.true.toFixed(2)})`)
  const { medianMm, foundShare, floatingShare } = targets
  const median = `${surface.medianMm.toFixed(1)} mm`
  line('surface error, median', median, `≤ ${medianMm} mm`, surface.medianMm <= medianMm)
  line('surface within 2 cm / 5 cm', `${percent(surface.within2cm)} / ${percent(surface.within5cm)}`)
  const share5cm = percent(found.within5cm)
  line('true surface found within 5 cm', share5cm, `≥ ${100 * foundShare} %`, found.within5cm >= foundShare)
  line('largest piece apart from the main one', percent(pieces.largestLoose))
  const floating = percent(pieces.largestFloating)
  line('largest floating piece', floating, '≤ 1 %', pieces.largestFloating <= floatingShare)
  line('open border', `${pieces.borderPerArea.toFixed(2)} m/m²`)
  line('step in colour at seams, mean', `${seams.meanStep.toFixed(1)} of 255`)
  line('edges with a seam', percent(seams.share))
  line('up, error', `${levelDegrees.toFixed(2)}°`)
  line('triangles', rest.triangles.toLocaleString('en'), '≤ 150,000', rest.triangles <= 150_000)
  line(
    'model.glb / preview.glb',
    `${rest.megabytes.glb.toFixed(1)} / ${rest.megabytes.preview.toFixed(1)} MB`,
  )
  const parts = Object.entries(found.byPart).map(([name, part]) => `${name} ${percent(part)}`)
  print(`\nFound within 5 cm by part: ${parts.join(', ')}.`)
}

function line(what: string, measured: string, target = '', met = true): void {
  print(`| ${what} | ${measured} | ${target}${met ? '' : ' **missed**'} |`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function print(text: string): void {
  console.log(text)
}
