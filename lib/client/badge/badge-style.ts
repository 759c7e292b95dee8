/** The few tokens of `app/tokens.css` that the badge needs: it is embedded in pages without that file. */
export const badgeStyle = `
:host {
  --ground: light-dark(#ffffff, #151d19);
  --line: light-dark(#868d84, #66756c);
  --ink: light-dark(#16201a, #eef3ee);
  --soft: light-dark(#5d665e, #9fb0a6);
  --good: light-dark(#3f7413, #a9e05f);
  --wait: light-dark(#7d5400, #f0b545);
  --bad: light-dark(#b23a25, #ff8f78);
  --none: light-dark(#4c5a70, #a9b8cc);
  display: inline-block;
  max-width: 100%;
  color: var(--ink);
  font: 400 0.875rem/1.45 "Instrument Sans", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif;
  text-align: left;
}
:host([hidden]) { display: none }
* { box-sizing: border-box }
button, .card {
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--line);
  font: inherit;
}
button {
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2rem;
  max-width: 100%;
  padding: 0.2rem 0.8rem 0.2rem 0.55rem;
  border-radius: 999px;
  cursor: pointer;
}
button:hover { border-color: var(--ink) }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
svg { flex: none; width: 1.15rem; height: 1.15rem }
.name { color: var(--soft) }
.state { font-weight: 600 }
.attested { color: var(--good) }
.checking, .pending, .chain_not_read, .could_not_check { color: var(--wait) }
.unknown, .withdrawn { color: var(--none) }
.does_not_match, .revoked { color: var(--bad) }
.card { width: min(var(--cairn-card-width, 26rem), 100%); padding: 1rem 1.1rem; border-radius: 20px }
[popover] { width: min(26rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto }
[popover]::backdrop { background: rgb(0 0 0 / 0.3) }
.head { display: flex; align-items: center; gap: 0.5rem; margin: 0; font-size: 1.05rem }
p { margin: 0.5rem 0 0 }
.caution { margin-top: 0.25rem; font-weight: 600 }
ul { margin: 0.75rem 0 0; padding: 0; list-style: none }
li { padding: 0.35rem 0; border-top: 1px solid color-mix(in srgb, var(--line) 40%, transparent) }
li b { font-weight: 600 }
.holds { color: var(--good) }
.fails { color: var(--bad) }
.not_checked { color: var(--wait) }
code { overflow-wrap: anywhere; font: 0.8125rem/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace }
a { color: inherit }
`
