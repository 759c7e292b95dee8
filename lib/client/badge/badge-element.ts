import { unbrokenDates } from '#lib/domain/text/unbroken-dates'
import { badgeStyle } from './badge-style.ts'
import { badgeWords, cautionOf, demoCaution, explainBadge, nameBadge, outcomeWords } from './badge-words.ts'
import { type BadgeCheck, type BadgeState, checkBadge } from './check-badge.ts'

// <cairn-badge sha256="…" rpc="https://…" attester="0x…" src="photo.jpg" view="card">: checks itself in the reader's page.
// Bundled into public/badge.js.

/** The service is the origin that served this script. */
const origin = new URL((document.currentScript as HTMLScriptElement | null)?.src || location.href).origin

const marks: Record<BadgeState | 'checking', string> = {
  checking: 'M12 7v5l3 2',
  attested: 'M7.5 12.5l3 3 6-7',
  chain_not_read: 'M8 12h8',
  withdrawn: 'M8 8l8 8',
  pending: 'M12 7v5l3 2',
  unknown: 'M12 15v-1c0-1.5 2.5-2 2.5-4a2.5 2.5 0 0 0-5 0M12 17.5v.5',
  does_not_match: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
  revoked: 'M6 18 18 6',
  could_not_check: 'M8 12h8',
}
const isOpen = new Set(['checking', 'pending', 'chain_not_read', 'could_not_check'])

class CairnBadge extends HTMLElement {
  static readonly observedAttributes = ['sha256', 'rpc', 'attester', 'src', 'view']
  readonly #root = this.attachShadow({ mode: 'open' })
  #round = 0

  connectedCallback(): void {
    void this.#run()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.isConnected && before !== after) void this.#run()
  }

  async #run(): Promise<void> {
    const round = ++this.#round
    const sha256 = (this.getAttribute('sha256') ?? '')
      .trim()
      .toLowerCase()
      .replace(/^(sha256:|0x)/, '')
    this.#show(sha256, undefined)
    const check: BadgeCheck = /^[0-9a-f]{64}$/.test(sha256)
      ? await checkBadge({
          origin,
          sha256,
          rpcUrl: this.getAttribute('rpc') ?? undefined,
          attester: this.getAttribute('attester') ?? undefined,
          fileUrl: this.getAttribute('src') ?? undefined,
        })
      : {
          state: 'could_not_check',
          findings: [{ outcome: 'not_checked', text: 'The page gives no SHA-256 of 64 hexadecimal digits.' }],
        }
    // Attributes may have changed meanwhile; then a later check shows its result.
    if (round === this.#round && this.isConnected) this.#show(sha256, check)
  }

  #show(sha256: string, check: BadgeCheck | undefined): void {
    const state = check?.state ?? 'checking'
    const name = check ? nameBadge(check) : badgeWords.checking
    this.dataset.state = state
    const style = element('style', {}, badgeStyle)
    const card = check && this.#card(sha256, check)
    if (this.getAttribute('view') === 'card') {
      const waiting = element(
        'div',
        { class: 'card', role: 'status' },
        element('p', { class: 'head' }, badgeWords.checking),
      )
      this.#root.replaceChildren(style, card ?? waiting)
      return
    }
    const button = element(
      'button',
      {
        type: 'button',
        popovertarget: 'card',
        'aria-label': `Cairn: ${name}. Show what was checked`,
      },
      markOf(state),
      element('span', { class: 'name' }, 'Cairn'),
      element('span', { class: `state ${state}` }, name),
    )
    if (card)
      for (const [attribute, value] of [
        ['popover', ''],
        ['id', 'card'],
      ] as const)
        card.setAttribute(attribute, value)
    this.#root.replaceChildren(style, button, ...(card ? [card] : []))
  }

  #card(sha256: string, check: BadgeCheck): HTMLElement {
    const { state, findings } = check
    const cautions = [cautionOf(check), check.isDemo ? demoCaution : undefined].filter(
      (text) => text !== undefined,
    )
    const link = element(
      'a',
      { href: `${origin}/verify/${sha256}`, target: '_blank', rel: 'noopener' },
      `Check it at ${new URL(origin).host}`,
    )
    return element(
      'section',
      { class: 'card', 'aria-label': `Cairn: ${nameBadge(check)}` },
      element('p', { class: `head state ${state}` }, markOf(state), nameBadge(check)),
      ...cautions.map((text) => element('p', { class: 'caution' }, text)),
      element('p', {}, unbrokenDates(explainBadge(check))),
      element(
        'ul',
        {},
        ...findings.map(({ outcome, text }) =>
          element('li', {}, element('b', { class: outcome }, `${outcomeWords[outcome]}: `), text),
        ),
      ),
      element('p', { class: 'name' }, 'Fingerprint (SHA-256) ', element('code', {}, sha256)),
      ...(/^[0-9a-f]{64}$/.test(sha256) ? [element('p', {}, link)] : []),
    )
  }
}

/** Text is set as text, so that no answer can inject markup. */
function element(
  name: string,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

function markOf(state: BadgeState | 'checking'): SVGElement {
  const svgName = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(svgName, 'svg')
  const outline = document.createElementNS(svgName, 'circle')
  const mark = document.createElementNS(svgName, 'path')
  const common = { fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round' }
  const set = (node: SVGElement, attributes: Record<string, string>) => {
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  }
  set(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: state })
  set(outline, {
    ...common,
    cx: '12',
    cy: '12',
    r: '10',
    ...(isOpen.has(state) ? { 'stroke-dasharray': '3 3.7' } : {}),
  })
  set(mark, { ...common, d: marks[state] })
  svg.append(outline, mark)
  return svg
}

if (!customElements.get('cairn-badge')) customElements.define('cairn-badge', CairnBadge)
