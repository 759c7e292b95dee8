import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cameraCentre, dot, type Vector } from '../geometry.ts'
import { simpleRadialLens } from './sparse-model.ts'
import { InvalidModel, parseTextModel } from './text-model.ts'
import { pinholeLens } from './workspace.ts'

const camera = '1 PINHOLE 640 480 500 501 320 240'
const image = '1 1 0 0 0 0 0 0 1 a.jpg\n10 10 7 20 20 -1'
const point = '7 1 2 3 9 9 9 0.5 1 0 2 4'
const parse = (files: { cameras?: string; images?: string; points?: string }) =>
  parseTextModel({ cameras: camera, images: image, points: point, ...files })
const parseLens = (cameras: string) => pinholeLens(parse({ cameras }).camera)

const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value || 0)
const triple = fc.tuple(coordinate, coordinate, coordinate)
const anyImage = fc.record({
  quaternion: fc.tuple(coordinate, coordinate, coordinate, coordinate).filter((q) => Math.hypot(...q) > 1e-6),
  translation: triple,
  observed: fc.uniqueArray(fc.integer({ min: -1, max: 20 })),
})
const anyModel = fc.record({
  images: fc.array(anyImage, { minLength: 1, maxLength: 8 }),
  points: fc.array(triple, { maxLength: 20 }),
})

describe('a COLMAP model as text', () => {
  test('reads back what was written', () => {
    fc.assert(
      fc.property(anyModel, ({ images, points }) => {
        const names = images.map((_, k) => `frame ${String(k).padStart(3, '0')}.jpg`)
        const model = parse({
          // In reverse order: the order of the lines has no meaning.
          images: images
            .map(({ quaternion, translation, observed }, k) => {
              const line = [k + 1, ...quaternion, ...translation, 1, names[k]].join(' ')
              return `${line}\n${observed.map((id) => `1.5 2.5 ${id}`).join(' ')}\n`
            })
            .reverse()
            .join(''),
          points: points.map((at, id) => [id, ...at, 1, 2, 3, 0.5, 1, 0, 2, 0].join(' ')).join('\n'),
        })
        expect(model.images.map(({ name }) => name)).toEqual(names)
        model.images.forEach(({ pose, points: seen }, k) => {
          expect(pose.translation).toEqual(images[k]!.translation)
          expect(seen).toEqual(
            images[k]!.observed.filter((id) => id >= 0 && id < points.length).sort((a, b) => a - b),
          )
        })
        expect([...model.points.values()].map(({ position }) => position)).toEqual(points)
      }),
    )
  })

  test('turns any quaternion into a rotation', () => {
    fc.assert(
      fc.property(anyImage, ({ quaternion }) => {
        const { images } = parse({ images: `1 ${quaternion.join(' ')} 0 0 0 1 a.jpg\n\n` })
        const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = images[0]!.pose.rotation
        const rows: Vector[] = [
          [r0, r1, r2],
          [r3, r4, r5],
          [r6, r7, r8],
        ]
        for (const [i, a] of rows.entries())
          for (const [j, b] of rows.entries()) expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 9)
      }),
    )
  })

  test('may have comments, empty lines and images without points', () => {
    const { images, points } = parse({
      cameras: `# cameras\n\n${camera}\n`,
      images: `# images\n${image}\n2 1 0 0 0 0 0 0 1 b.jpg\n\n`,
    })
    expect(images.map(({ name, points }) => [name, points])).toEqual([
      ['a.jpg', [7]],
      ['b.jpg', []],
    ])
    expect(points.get(7)).toEqual({ position: [1, 2, 3], color: [9, 9, 9], views: 2, seenBy: [1, 2] })
  })

  test('gives the lens of a picture without distortion, with (0, 0) at the centre of the first pixel', () => {
    expect(parseLens(camera)).toEqual({
      width: 640,
      height: 480,
      focalX: 500,
      focalY: 501,
      centreX: 319.5,
      centreY: 239.5,
    })
  })

  test('gives the lens of the film, with its distortion', () => {
    const { camera } = parse({ cameras: '1 SIMPLE_RADIAL 854 480 496.67 427 240 0.0013755\n' })
    expect(simpleRadialLens(camera)).toEqual({
      width: 854,
      height: 480,
      focal: 496.67,
      centreX: 427,
      centreY: 240,
      radial: 0.0013755,
    })
    expect(() => simpleRadialLens(parse({}).camera)).toThrow('not SIMPLE_RADIAL')
  })

  test('gives the position of each camera', () => {
    const images = '2 1 0 0 0 1 2 3 1 b.jpg\n\n7 0 0 1 0 1 2 3 1 a.jpg\n\n'
    expect(parse({ images }).images.map(({ id, pose }) => [id, cameraCentre(pose)])).toEqual([
      [7, [1, -2, 3]],
      [2, [-1, -2, -3]],
    ])
  })

  test('lists each image of a point once', () => {
    const { points } = parse({ points: '5 1.5 -2 3 200 100 50 0.6 7 12 2 40 7 13\n' })
    expect(points.get(5)).toEqual({ position: [1.5, -2, 3], color: [200, 100, 50], views: 3, seenBy: [7, 2] })
  })

  test.each([
    ['a camera without a size', { cameras: '1 PINHOLE 0 480 500 500 320 240' }, 'cameras.txt line 1'],
    ['a cut line', { cameras: '1 PINHOLE 640' }, 'cameras.txt line 1: field 4'],
    [
      'a focal length that is not a number',
      { cameras: '1 PINHOLE 640 480 nan 500 1 1' },
      'cameras.txt line 1: "nan"',
    ],
    ['no image', { images: '# nothing' }, 'images.txt: there is no image'],
    [
      'two cameras',
      { cameras: `${camera}\n2 PINHOLE 8 4 4 4 4 2`, images: `${image}\n2 1 0 0 0 0 0 0 2 b.jpg\n\n` },
      'images.txt: the images have more than one camera',
    ],
    ['an unknown camera', { images: '1 1 0 0 0 0 0 0 9 a.jpg\n\n' }, 'images.txt line 1: camera 9'],
    ['no rotation', { images: '1 0 0 0 0 0 0 0 1 a.jpg\n\n' }, 'images.txt line 1: no rotation'],
    [
      'a missing second line',
      { images: '1 1 0 0 0 0 0 0 1 a.jpg' },
      'images.txt line 1: the line of its points',
    ],
    ['half a point', { images: '1 1 0 0 0 0 0 0 1 a.jpg\n1 2' }, 'images.txt line 2'],
    ['the same image twice', { images: `${image}\n${image}` }, 'images.txt line 3: image a.jpg'],
    [
      'a file elsewhere',
      { images: '1 1 0 0 0 0 0 0 1 ../../secret\n\n' },
      'images.txt line 1: "../../secret"',
    ],
    ['an absolute file', { images: '1 1 0 0 0 0 0 0 1 /etc/passwd\n\n' }, 'images.txt line 1: "/etc/passwd"'],
    ['half a track', { points: '7 1 2 3 9 9 9 0.5 1' }, 'points3D.txt line 1'],
  ])('refuses %s, and says where', (_, files, message) => {
    expect(() => parse(files)).toThrow(InvalidModel)
    expect(() => parse(files)).toThrow(message)
  })

  test.each([
    ['has distortion', '1 OPENCV 640 480 500 500 320 240 0 0 0 0', 'camera model OPENCV'],
    ['has too few parameters', '1 PINHOLE 640 480 500', '1 parameters'],
    ['has no focal length', '1 PINHOLE 640 480 0 500 320 240', 'the focal length'],
  ])('is refused as input of the dense stage when its camera %s', (_, cameras, message) => {
    expect(() => parseLens(cameras)).toThrow(InvalidModel)
    expect(() => parseLens(cameras)).toThrow(message)
  })
})
