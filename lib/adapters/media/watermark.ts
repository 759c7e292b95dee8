// The watermark of previews.

/**
 * The size of a preview: upright, with square pixels, even sides, and not larger than the film (rounded to
 * even sides).
 */
export type FrameSize = { width: number; height: number }

const longSideMax = 960
const shortSideMax = 480
/** Side of the text layer. When rotated and moved, it still covers the largest frame. */
const layerSide = 1_400
const fontSize = 15
const lineSpacing = 46
const lettersAcross = 190
const lines = Math.ceil(layerSide / (fontSize + lineSpacing)) + 1
const slantDegrees = -24
/** Radius in pixels and period in seconds of the circular motion of the layer. */
const wander = 60
const wanderSeconds = 16
/** Strong enough to make the clip unusable, weak enough to judge the film. */
const opacity = 0.42

/** Returns the preview size of a film from its displayed size. */
export function shrunkFrame({ width, height }: FrameSize): FrameSize {
  const factor = Math.min(1, shortSideMax / Math.min(width, height), longSideMax / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** Repeats the text in shifted rows that fill the layer. */
export function watermarkText(text: string): string {
  const word = text.replace(/[^\x21-\x7e]/g, '').slice(0, 64)
  const row = `${word}     CAIRN PREVIEW     `
  const page = row.repeat(Math.ceil(lettersAcross / row.length) + 2)
  return Array.from({ length: lines }, (_, line) =>
    page.slice((line * 17) % row.length).slice(0, lettersAcross),
  ).join('\n')
}

/**
 * A filter chain that shrinks a film and overlays the text: white with a dark border for contrast on any
 * background, slanted, and moving, so that no area stays clear. The text is read literally from a file, so it
 * cannot inject filters.
 *
 * @param input.text, input.font file names
 * @param input.seconds the maximum length of the output, which also ends the text layer if the film has no
 * pictures
 */
export function watermarkedFilm(input: {
  text: string
  font: string
  size: FrameSize
  framesPerSecond: number
  seconds: number
}): string {
  const { size, framesPerSecond } = input
  // One second longer, because the end of a piece is rounded.
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
