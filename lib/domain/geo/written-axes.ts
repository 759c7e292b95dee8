/** A latitude or a longitude as people and programs write it, found in a text. */
export type WrittenAxis = {
  start: number
  end: number
  degrees: number
  /** Known from a label or a letter (`lat`, `N`); otherwise the order of the two numbers decides. */
  axis: 'latitude' | 'longitude' | undefined
  /** Decimals of a degree. Decimal minutes and seconds count as five, whole minutes as one. */
  decimals: number
  /** True for a number that may be thousands, a decimal fraction with a comma, or part of a name, such as a version. */
  isDoubtful: boolean
  /** True beside a unit of length or money. */
  isMeasure: boolean
  /** The written text with two decimals, or with whole minutes: about a kilometre of precision. */
  coarse: string
}

const label = String.raw`(?:m?lat(?:itud\p{L}{0,4})?|m?lon(?:g(?:itud\p{L}{0,4})?)?|lng|[Bb]reite|[Ll]änge|M?L(?:at|on|ng|AT|ON|NG)(?:g?itud\p{L}{0,4})?)(?!\p{L})["'”]?\s{0,3}[:=]?\s{0,3}["'“]?`
const before = String.raw`(?<label>(?<!\p{L})${label})?(?:(?<![\p{L}\p{N}])(?<before>[NSEW])\s{0,2}[°º˚]?\s{0,2})?`
const after = String.raw`(?:\s{0,2}(?<after>[NSEW]|[Nn]orth|[Ss]outh|[EeWw]ast|[Ww]est|(?<=[°º˚]\s{0,2})[nsew])(?![\p{L}\p{N}]))?`
const degreeMark = '(?:[°º˚]|[Dd]eg(?:rees?)?|d)'
const minuteMark = String.raw`(?:['’′‘]|m(?:in)?(?!\p{L}))`
const secondMark = String.raw`(?:["″”“]|''|’’|′′|s(?:ec)?(?!\p{L}))`
const sign = '(?<sign>[-+−])?'
/** Not within a longer number. */
const begins = String.raw`(?<!\p{N}|\p{N}\.)`

const forms = [
  // 43°46′08.9″N, 43d46m08.9s, N 43° 46.148
  String.raw`${before}${begins}${sign}(?<d>\d{1,3})\s{0,2}${degreeMark}\s{0,2}(?<m>\d{1,2}(?:[.,]\d+)?)(?!\d)(?:\s{0,2}(?<mark>${minuteMark}))?(?:\s{0,2}(?<s>\d{1,2}(?:[.,]\d+)?)(?!\d)(?:\s{0,2}${secondMark})?)?${after}`,
  // 43:46:08.9 N, 43 46 8.8 N
  String.raw`${begins}(?<d>\d{1,3})[\s:.]\s?(?<m>\d{1,2})[\s:.]\s?(?<s>\d{1,2}(?:[.,]\d+)?)\s{0,2}${secondMark}?\s{0,2}(?<after>[NSEW])(?![\p{L}\p{N}])`,
  // N 43 46.148, N 43 46 8.8
  String.raw`(?<![\p{L}\p{N}])(?<before>[NSEW])\s{0,2}(?<d>\d{1,3})[\s:]\s?(?<m>\d{1,2}(?:[.,]\d{2,})?)(?!\d)(?:[\s:](?<s>\d{1,2}(?:[.,]\d+)?))?(?!\d)`,
  // 43 46.148 N
  String.raw`${begins}(?<d>\d{1,3})[\s:]\s?(?<m>\d{1,2}[.,]\d{2,})\s{0,2}['’′]?\s{0,2}(?<after>[NSEW])(?![\p{L}\p{N}])`,
  // 43.7731, lat=43.7731, 43.7731° N, N 43.7731, 43,7731
  String.raw`${before}${begins}${sign}(?<d>\d{1,3}[.,]\d+)(?!\d|\.\d)(?:\s{0,2}(?<mark>[°º˚]))?${after}`,
].map((form) => new RegExp(form, 'gu'))

const unit = /^\s?(?:mm|cm|km|m|kg|g|ft|USDC?|EUR|€|\$|£|%)(?![\p{L}\p{N}])/u
const money = /[$€£]\s?$/

/** All latitudes and longitudes that a text may contain, in their order. None overlaps another one. */
export function findWrittenAxes(text: string): WrittenAxis[] {
  const found: WrittenAxis[] = []
  const taken: (WrittenAxis | undefined)[] = []
  for (const form of forms)
    for (const match of text.matchAll(form)) {
      const axis = axisOf(match, text)
      if (axis === undefined || taken[axis.start] || taken[axis.end - 1]) continue
      for (let at = axis.start; at < axis.end; at++) taken[at] = axis
      found.push(axis)
    }
  return found.sort((a, b) => a.start - b.start)
}

function axisOf(match: RegExpMatchArray, text: string): WrittenAxis | undefined {
  const { label: named, before: prefix, after: suffix, sign: signed, d = '', m, s, mark } = match.groups ?? {}
  // In "45° 10 30 people" the last number is not a number of seconds.
  if (s !== undefined && m !== undefined && 'mark' in match.groups! && !mark && !prefix && !suffix)
    return undefined
  const letter = (prefix ?? suffix)?.charAt(0).toUpperCase()
  const isNegative = signed === '-' || signed === '−' || letter === 'S' || letter === 'W'
  const size = number(d) + number(m) / 60 + number(s) / 3600
  const start = match.index!
  const end = start + match[0].length
  const [whole = '', fraction = ''] = d.split(/[.,]/)
  const hasMinutes = m !== undefined
  const decimals = hasMinutes ? (s !== undefined || /[.,]/.test(m) ? 5 : 1) : fraction.length
  const axis = axisNamed(named, letter)
  const isMarked = axis !== undefined || hasMinutes || mark !== undefined
  const numberStart = end - match[0].trimStart().length
  const isCommaOrThousands = d.includes(',') ? fraction.length < 4 : /^\d00$/.test(fraction)
  const isMeasure =
    unit.test(text.slice(end, end + 6)) || money.test(text.slice(Math.max(0, numberStart - 2), numberStart))
  const follows = /\p{L}$/u.test(text.slice(Math.max(0, start - 1), start))
  return {
    start,
    end,
    axis,
    decimals,
    degrees: isNegative ? -size : size,
    isDoubtful: !isMarked && (isCommaOrThousands || follows),
    isMeasure: !isMarked && isMeasure,
    coarse: hasMinutes
      ? `${named ?? ''}${prefix ? `${prefix} ` : ''}${signed ?? ''}${d}°${m.split(/[.,]/)[0]}′${suffix ?? ''}`
      : `${named ?? ''}${prefix ? `${prefix} ` : ''}${signed ?? ''}${whole}.${fraction.slice(0, 2)}${mark ?? ''}${suffix ? ` ${suffix}` : ''}`,
  }
}

function axisNamed(named: string | undefined, letter: string | undefined): WrittenAxis['axis'] {
  if (letter !== undefined) return letter === 'N' || letter === 'S' ? 'latitude' : 'longitude'
  if (named === undefined) return undefined
  return /^(m?lat|breite)/i.test(named) ? 'latitude' : 'longitude'
}

function number(text: string | undefined): number {
  return Number((text ?? '0').replace(',', '.'))
}
