import { expect, test } from 'vitest'
import { namesExactPosition } from './exact-position.ts'

test.each([
  ...['Stand at 43.76956, 11.25581 and turn.', '43,76956 / 11,25581', '43.769 11.255', '43.769N, 11.255E'],
  ...[
    'lat 43.76956 and lon 11.25581',
    'https://maps.example/@43.76956,11.25581,17z',
    'q=43.76956%2C11.25581',
  ],
  ...[
    '43°46′08.9″N 11°15′20.4″E',
    "43° 46' 8''",
    '43°46.148′ N',
    '43d46m08.9s N',
    '43 46 8.8 N, 11 15 20.4 E',
  ],
  ...['43:46:08.9N', 'N 46 56.885 E 7 26.846', '43.76956°', '43.7696 N', '-43.76956, 147.1234'],
  ...['32T 681042 4848313', '32TPP8104248313', '32T PP 81042 48313', '32T 681042mE 4848313mN'],
  ...['The spot is srb10xk4.', 'U0M71WXY', '8FR9WCXW+6X', 'WCXW+6X Bern', '///filled.count.soap'],
])('%s is an exact position', (text) => {
  expect(namesExactPosition(text)).toBe(true)
})

test.each([
  ...[
    'Between 10:30 and 12:15, at 20°C.',
    'From 1,500 to 2,000 steps',
    '1.500, 2.000 Schritte',
    'In 4 parts',
  ],
  ...['Via Roma 12, 50123 Firenze', 'Call +41 31 328 40 40', 'about 20metres wide', '30 seconds in 1080p60'],
  ...[
    'area u0m71w',
    'near 43.77, 11.26',
    '12 30 45 people',
    'at 43° 46′ N',
    '28.11.2026, 09.30',
    '3840 × 2160',
  ],
  ...['Turn by 90° 2 times', "the '90s, 5'10\" tall", 'Platform 9 3/4', 'geohash u0m71w', 'v1.234, v2.345'],
])('%s is no exact position', (text) => {
  expect(namesExactPosition(text)).toBe(false)
})
