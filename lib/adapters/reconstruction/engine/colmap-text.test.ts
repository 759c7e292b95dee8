import { describe, expect, test } from 'vitest'
import { parseImages, parseLens, parsePoints } from './colmap-text.ts'
import { cameraCentre } from './workspace/geometry.ts'

describe('COLMAP’s text', () => {
  test('tells the lens', () => {
    const text = '# Camera list\n1 SIMPLE_RADIAL 854 480 496.67 427 240 0.0013755\n'
    expect(parseLens(text)).toEqual({
      width: 854,
      height: 480,
      focal: 496.67,
      centreX: 427,
      centreY: 240,
      radial: 0.0013755,
    })
  })

  test('is refused when there is another camera or another model than the one asked for', () => {
    expect(() => parseLens('1 PINHOLE 854 480 496 496 427 240\n')).toThrow('cameras.txt')
    expect(() => parseLens('1 SIMPLE_RADIAL 854 480 496 427 240 0\n2 SIMPLE_RADIAL 8 4 4 4 2 0\n')).toThrow(
      'cameras.txt',
    )
    expect(() => parseLens('1 SIMPLE_RADIAL 854 480 496 427 240 nan\n')).toThrow('cameras.txt')
    expect(() => parseLens('')).toThrow('cameras.txt')
  })

  test('tells the images in the order of their names, also those that show no point', () => {
    const text = [
      '# Image list with two lines of data per image:',
      '2 1 0 0 0 1 2 3 1 0002.jpg',
      '',
      '7 0 0 1 0 1 2 3 1 0001.jpg',
      '303.6 70.6 -1 295.7 70.7 624',
      '',
    ].join('\n')
    const images = parseImages(text)
    expect(images.map(({ id, name }) => [id, name])).toEqual([
      [7, '0001.jpg'],
      [2, '0002.jpg'],
    ])
    expect(images.map(({ pose }) => cameraCentre(pose))).toEqual([
      [1, -2, 3],
      [-1, -2, -3],
    ])
  })

  test('tells the points, with each image that shows one once', () => {
    const text = '# 3D point list\n5 1.5 -2 3 200 100 50 0.6 7 12 2 40 7 13\n'
    expect(parsePoints(text)).toEqual([{ position: [1.5, -2, 3], color: [200, 100, 50], seenBy: [7, 2] }])
  })

  test('is refused when a number is missing', () => {
    expect(() => parsePoints('5 1.5 x 3 200 100 50 0.6\n')).toThrow('points3D.txt')
    expect(() => parseImages('7 1 0 0\n\n')).toThrow('images.txt')
  })
})
