import sharp from 'sharp'

export type Likeness = {
  /** The share of the picture the model fills. */
  covered: number
  /** Correlation of red, green and blue there, averaged over the three, from -1 to 1. */
  correlation: number
}

/** Small enough that a camera offset of a pixel hardly matters, and large enough to distinguish a column from a tree. */
const comparedWidth = 160

/**
 * How similar a rendering is to a photograph from the same camera: Pearson's correlation of each colour, where the model is
 * drawn. It does not depend on brightness and contrast; blank or random pictures give 0.
 */
export async function measureLikeness(rendering: Buffer, photograph: Buffer): Promise<Likeness> {
  const { width, height } = await sharp(rendering).metadata()
  const size = { width: comparedWidth, height: Math.round((comparedWidth * height!) / width!) }
  const [drawn, real] = await Promise.all([
    sharp(rendering)
      .ensureAlpha()
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer(),
    sharp(photograph)
      .removeAlpha()
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer(),
  ])
  const count = size.width * size.height
  const pixels = Array.from({ length: count }, (_, index) => index).filter(
    (index) => drawn[4 * index + 3]! === 255,
  )
  const channels = [0, 1, 2].map((channel) =>
    correlate(
      pixels.map((index) => drawn[4 * index + channel]!),
      pixels.map((index) => real[3 * index + channel]!),
    ),
  )
  return {
    covered: pixels.length / count,
    correlation: channels.reduce((sum, value) => sum + value, 0) / channels.length,
  }
}

/** Pearson's correlation; 0 when one of the two is constant. */
function correlate(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let [together, squaresOne, squaresOther] = [0, 0, 0]
  one.forEach((value, index) => {
    const [a, b] = [value - meanOne, other[index]! - meanOther]
    together += a * b
    squaresOne += a * a
    squaresOther += b * b
  })
  return together / (Math.sqrt(squaresOne * squaresOther) || 1)
}
