/** What a preview is measured in: upright, square pixels, even sides, never larger than the film. */
export type FrameSize = { width: number; height: number }

const longSideMax = 960
const shortSideMax = 480
/** Of the layer that holds the writing; turned and moved it still covers the largest frame. */
const layerSide = 1_400
const fontSize = 19
const lineSpacing = 58
const lettersAcross = 150
const lines = Math.ceil(layerSide / (fontSize + lineSpacing)) + 1
const slantDegrees = -24
/** How far the layer wanders, in pixels, and how long it takes around, in seconds. */
const wander = 60
const wanderSeconds = 16
/** Firm enough that nobody uses the clip, light enough that the film can be judged. */
const opacity = 0.46

/** The size of a film's preview, from its size as shown. */
export function shrunkFrame({ width, height }: FrameSize): FrameSize {
  const factor = Math.min(1, shortSideMax / Math.min(width, height), longSideMax / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** A page of the text, in rows set off against one another, as large as the layer. */
export function watermarkText(text: string): string {
  const word = text.replace(/[^\x21-\x7e]/g, '').slice(0, 64)
  const row = `${word}     CAIRN PREVIEW     `
  const page = row.repeat(Math.ceil(lettersAcross / row.length) + 2)
  return Array.from({ length: lines }, (_, line) =>
    page.slice((line * 17) % row.length).slice(0, lettersAcross),
  ).join('\n')
}

/**
 * A filter chain that shrinks a film and lays the writing over all of it: white with a dark edge, so that it shows on
 * anything, slanted, and wandering, so that no one place stays clear. The text comes from a file and is taken literally:
 * nothing in it can be read as part of the chain.
 *
 * @param input.text, input.font names of files
 * @param input.seconds the most there is to write over. The writing ends then, for where there is no picture at all nothing
 * else ends it.
 */
export function watermarkedFilm(input: {
  text: string
  font: string
  size: FrameSize
  framesPerSecond: number
  seconds: number
}): string {
  const { size, framesPerSecond } = input
  // One second more: where a piece ends is rounded.
  const frames = Math.ceil((input.seconds + 1) * framesPerSecond)
  const layer = [
    `color=c=black@0:s=${layerSide}x${layerSide}:r=${framesPerSecond}`,
    'trim=end_frame=1',
    'format=rgba',
    `drawtext=fontfile=${input.font}:textfile=${input.text}:expansion=none:fontsize=${fontSize}:line_spacing=${lineSpacing}` +
      ':fontcolor=white:borderw=1:bordercolor=black@0.7:x=0:y=0',
    `rotate=${slantDegrees}*PI/180:c=none`,
    `colorchannelmixer=aa=${opacity}`,
    'format=yuva420p',
    `loop=loop=${frames}:size=1`,
    `setpts=N/${framesPerSecond}/TB`,
  ].join(',')
  const angle = `2*PI*t/${wanderSeconds}`
  return [
    `fps=${framesPerSecond},scale=${size.width}:${size.height}:flags=bicubic,setsar=1,format=yuv420p[plain];${layer}[writing];`,
    `[plain][writing]overlay=x='(W-w)/2+${wander}*cos(${angle})':y='(H-h)/2+${wander}*sin(${angle})':shortest=1`,
  ].join('')
}
