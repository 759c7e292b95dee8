import sharp from 'sharp'
import { expect, test } from 'vitest'
import { measureLikeness } from './likeness.ts'

const [width, height] = [160, 90]
const white: readonly number[] = [255, 255, 255]

test('a picture is similar to itself, also to a darker or flatter version', async () => {
  const picture = await draw(pattern)
  const faint = await draw((x, y) => pattern(x, y).map((value) => 60 + value / 4))
  expect(await measureLikeness(picture, picture)).toEqual({ covered: 1, correlation: expect.closeTo(1, 6) })
  expect((await measureLikeness(picture, faint)).correlation).toBeGreaterThan(0.99)
})

test('it differs from its negative, its rotation and an empty picture', async () => {
  const picture = await draw(pattern)
  const negative = await draw((x, y) => pattern(x, y).map((value) => 255 - value))
  const turned = await draw((x, y) => pattern(x, height - 1 - y))
  const blank = await draw(() => white)
  expect((await measureLikeness(picture, negative)).correlation).toBeCloseTo(-1, 6)
  expect((await measureLikeness(picture, turned)).correlation).toBeLessThan(0.3)
  expect((await measureLikeness(blank, picture)).correlation).toBe(0)
  expect(await measureLikeness(await draw(() => [0, 0, 0, 0]), picture)).toEqual({
    covered: 0,
    correlation: 0,
  })
})

test('only the pixels that show the model are compared', async () => {
  const half = await draw((x, y) => [...pattern(x, y), x < width / 2 ? 255 : 0])
  const photograph = await draw((x, y) => (x < width / 2 ? pattern(x, y) : white))
  const { covered, correlation } = await measureLikeness(half, photograph)
  expect(covered).toBeCloseTo(0.5, 1)
  expect(correlation).toBeGreaterThan(0.99)
})

/** Neither the same upside down nor the same in all colours. */
function pattern(x: number, y: number): number[] {
  return [0, 1, 2].map((channel) => 128 + 120 * Math.sin((x * (channel + 1)) / 17 + (y * y) / 900))
}

function draw(colour: (x: number, y: number) => readonly number[]): Promise<Buffer> {
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const [r, g, b, alpha = 255] = colour(at % width, Math.floor(at / width))
    return [r!, g!, b!, alpha]
  })
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
