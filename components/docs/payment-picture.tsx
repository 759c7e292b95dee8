import type { PaymentStep } from '#lib/schemas/reference/payment-steps'

const width = 720
const lanes = { you: 110, cairn: 410, chain: 640 }
const top = 74
const gap = 62

/** The messages of a payment between client, service and chain, from top to bottom. The list below it says the same in words, so screen readers skip the picture. */
export function PaymentPicture({ steps }: { steps: readonly PaymentStep[] }) {
  const height = top + steps.length * gap + 10
  return (
    <figure className="my-8">
      <div className="max-sm:hidden">
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full max-w-[46rem] text-ink">
          {(
            [
              ['You', lanes.you],
              ['Cairn', lanes.cairn],
              ['The chain', lanes.chain],
            ] as const
          ).map(([name, x]) => (
            <g key={name}>
              <line x1={x} x2={x} y1={46} y2={height} className="stroke-line" strokeWidth="2" />
              <rect x={x - 58} y={8} width={116} height={38} rx={19} className="fill-raised stroke-edge" />
              <text x={x} y={32.5} textAnchor="middle" className="fill-ink text-[15px] font-semibold">
                {name}
              </text>
            </g>
          ))}
          {steps.map((step, index) => (
            <Step key={step.title} step={step} number={index + 1} y={top + index * gap + 26} />
          ))}
        </svg>
      </div>
      <figcaption>
        <ol className="mt-4 space-y-3">
          {steps.map((step, index) => (
            <li key={step.title} className="flex max-w-[68ch] gap-3">
              <span
                aria-hidden="true"
                className={`mt-0.5 grid size-6 flex-none place-items-center rounded-full text-xs font-semibold ${step.from === 'cairn-to-chain' ? 'bg-lichen text-on-lichen' : 'border border-edge bg-raised'}`}
              >
                {index + 1}
              </span>
              <span>
                <strong className="font-semibold">{step.title}</strong>{' '}
                {step.text.replaceAll(' USDC', '\u00a0USDC')}
              </span>
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  )
}

function Step({ step, number, y }: { step: PaymentStep; number: number; y: number }) {
  const { from, to } = ends(step.from)
  const isMoney = step.from === 'cairn-to-chain'
  const badge = (
    <>
      <circle
        cx={from}
        cy={y}
        r={12}
        className={isMoney ? 'fill-lichen' : 'fill-raised stroke-edge'}
        strokeWidth="1.2"
      />
      <text
        x={from}
        y={y + 4.5}
        textAnchor="middle"
        className={`text-[13px] font-semibold ${isMoney ? 'fill-on-lichen' : 'fill-ink'}`}
      >
        {number}
      </text>
    </>
  )
  if (to === undefined)
    return (
      <g>
        <path
          d={`M${from + 14} ${y - 8}h26a8 8 0 0 1 0 16h-18`}
          fill="none"
          className="stroke-current"
          strokeWidth="1.6"
        />
        <path
          d={`M${from + 29} ${y + 3}l-8 5 8 5`}
          fill="none"
          className="stroke-current"
          strokeWidth="1.6"
        />
        <text x={from + 60} y={y + 4.5} className="fill-soft text-[13px]">
          {step.short}
        </text>
        {badge}
      </g>
    )
  const side = to > from ? 1 : -1
  return (
    <g>
      <line
        x1={from + side * 14}
        x2={to - side * 4}
        y1={y}
        y2={y}
        className="stroke-current"
        strokeWidth={isMoney ? 3 : 1.6}
      />
      <path
        d={`M${to - side * 12} ${y - 6}l${side * 9} 6l${side * -9} 6`}
        fill="none"
        className="stroke-current"
        strokeWidth="1.6"
      />
      <text
        x={(from + to) / 2}
        y={y - 9}
        textAnchor="middle"
        className={`text-[13px] ${isMoney ? 'fill-ink font-semibold' : 'fill-soft'}`}
      >
        {step.short}
      </text>
      {badge}
    </g>
  )
}

function ends(from: PaymentStep['from']): { from: number; to?: number } {
  switch (from) {
    case 'you':
      return { from: lanes.you, to: lanes.cairn }
    case 'cairn':
      return { from: lanes.cairn, to: lanes.you }
    case 'cairn-to-chain':
      return { from: lanes.cairn, to: lanes.chain }
    case 'you-alone':
      return { from: lanes.you }
  }
}
