import type { CSSProperties } from 'react'

export const cardSize = { width: 1200, height: 630 }
/** Of the map on a card. */
export const cardMapSize = { width: 520, height: 452 }
/** The time of a record, and the width beside the map that it must fit into. */
export const cardTime = { fontSize: 54, zoneFontSize: 28, gap: 12, letterSpacing: -0.025, width: 556 }
/** The text size of a place name by its length. The two smaller ones have two lines. */
const placeSizes = [
  { upTo: 26, fontSize: 34 },
  { upTo: 58, fontSize: 27 },
  { upTo: Number.POSITIVE_INFINITY, fontSize: 22 },
]
/** A word of this length does not fit on a line, so it is broken. */
const longWord = /\S{34}/

/** What is known of the record on a card. */
export type CardCairn = 'anchored' | 'pending' | 'open'
/** How many stones are laid, from below. Never the top one: it stands for the file, which nobody checked for a card. */
const laidStones: Record<CardCairn, number> = { anchored: 5, pending: 1, open: 0 }

const colours = {
  paper: '#f4f3ee',
  ink: '#16201a',
  soft: '#5d665e',
  stone: '#b4bab3',
  shade: '#9aa29b',
  edge: '#868d84',
  line: '#dedbd1',
}
const stones = [46, 66, 88, 110, 132, 158]

/** The card of a shared link: a sentence, the stones and the map of the cell, but no picture, which the service does not have. */
export function ProofCard(props: {
  sentence: string
  place: string | undefined
  /** A data URL of a picture of `cardMapSize`. */
  map: string | undefined
  cairn: CardCairn
  host: string
  /** Of a record: who has only the card finds the record with it. */
  sha256: string | undefined
  /** True in sandbox mode. */
  isDemo: boolean
}) {
  const { sentence, place, map, cairn, host, sha256, isDemo } = props
  const column: CSSProperties = { display: 'flex', flexDirection: 'column' }
  const note: CSSProperties = { marginTop: 12, fontSize: 27, lineHeight: 1.2, color: colours.soft }
  const [, since, when, rest = ''] = /^(.* since) (.* UTC)(.*)$/.exec(sentence) ?? []
  return (
    <div
      style={{
        ...cardSize,
        display: 'flex',
        background: colours.paper,
        color: colours.ink,
        fontFamily: 'Instrument Sans, Instrument Sans Extended',
      }}
    >
      <div style={{ ...column, flex: 1, padding: '60px 32px 56px 64px', justifyContent: 'space-between' }}>
        <div style={{ ...column }}>
          <div
            style={{
              ...column,
              fontSize: when ? cardTime.fontSize : 64,
              fontWeight: 600,
              lineHeight: 1.06,
              letterSpacing: `${cardTime.letterSpacing}em`,
            }}
          >
            <div>{since ?? sentence}</div>
            {when && (
              <div style={{ display: 'flex', alignItems: 'baseline' }}>
                {when.replace(/ UTC$/, '')}
                <span style={{ marginLeft: cardTime.gap, fontSize: cardTime.zoneFontSize, letterSpacing: 0 }}>
                  UTC
                </span>
              </div>
            )}
          </div>
          {when && (
            <div style={note}>{`${rest && 'Withdrawn. '}No file was checked: this is the record.`}</div>
          )}
          {isDemo && <div style={note}>Demonstration: test chain, test money.</div>}
        </div>
        <div style={{ ...column }}>
          <div style={{ display: 'flex', alignItems: 'flex-end' }}>
            {map && (
              <div style={{ display: 'flex', marginRight: 36 }}>
                <Stones cairn={cairn} scale={sha256 ? 0.8 : 1} />
              </div>
            )}
            <div style={{ ...column }}>
              <div style={{ fontSize: 34, fontWeight: 600, letterSpacing: '-0.02em' }}>Cairn</div>
              <div style={{ ...column, fontSize: 27, lineHeight: 1.25, color: colours.soft }}>
                <div>Check it at</div>
                <div>{sha256 ? `${host}/verify` : host}</div>
              </div>
            </div>
          </div>
          {sha256 && (
            <div style={{ ...column, marginTop: 22, fontSize: 23, lineHeight: 1.25 }}>
              <div style={{ color: colours.soft }}>Fingerprint (SHA-256)</div>
              {digitLines(sha256).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </div>
          )}
        </div>
      </div>
      {map ? (
        <div style={{ ...column, width: cardMapSize.width + 28, padding: '28px 28px 0 0' }}>
          {/* biome-ignore lint/performance/noImgElement: drawn into the card */}
          <img
            src={map}
            alt=""
            {...cardMapSize}
            style={{ borderRadius: 32, border: `2px solid ${colours.line}` }}
          />
          {place && (
            <div
              style={{
                display: 'block',
                marginTop: 18,
                marginLeft: 6,
                maxWidth: cardMapSize.width - 12,
                fontSize: placeSizes.find(({ upTo }) => place.length <= upTo)!.fontSize,
                lineHeight: 1.15,
                fontWeight: 600,
                letterSpacing: '-0.02em',
                wordBreak: longWord.test(place) ? 'break-all' : 'normal',
                lineClamp: 2,
              }}
            >
              {place}
            </div>
          )}
          <div style={{ marginTop: place ? 4 : 18, marginLeft: 6, fontSize: 26, color: colours.soft }}>
            claimed place
          </div>
        </div>
      ) : (
        <div style={{ display: 'flex', width: 440, alignItems: 'center', justifyContent: 'center' }}>
          <Stones cairn={cairn} scale={2.1} />
        </div>
      )}
    </div>
  )
}

/** Groups of eight digits, which the search takes with their spaces. */
function digitLines(sha256: string): string[] {
  const groups = sha256.match(/.{8}/g) ?? []
  return [groups.slice(0, 4).join(' '), groups.slice(4).join(' ')]
}

function Stones({ cairn, scale }: { cairn: CardCairn; scale: number }) {
  return (
    <svg width={160 * scale} height={156 * scale} viewBox="0 -1 160 156" aria-hidden="true">
      {stones.map((width, order) => {
        const isLaid = order >= stones.length - laidStones[cairn]
        const [y, half] = [13 + order * 25.4, width / 2]
        const height = 10 + width / 40
        if (!isLaid)
          return (
            <ellipse
              key={width}
              {...{ cx: 80, cy: y, rx: half - 1, ry: height }}
              fill="none"
              stroke={colours.edge}
              strokeWidth="1.6"
              strokeDasharray="4 4"
            />
          )
        return (
          <g key={width}>
            <ellipse cx={80} cy={y} rx={half} ry={height} fill={colours.shade} />
            <ellipse
              {...{ cx: 80 - half * 0.05, cy: y - height * 0.18, rx: half * 0.82, ry: height * 0.58 }}
              fill={colours.stone}
            />
          </g>
        )
      })}
    </svg>
  )
}
