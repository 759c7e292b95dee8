export const demoSentence =
  'Demonstration: test chains on this machine, test money. Fourteen photographs of Lund are declared in Florence.'

/** The mark beside the name Cairn in sandbox mode. A press shows what it means, also before scripts have loaded. */
export function DemoMark() {
  return (
    <>
      <button
        type="button"
        popoverTarget="demo-note"
        className="-ml-1 flex min-h-11 flex-none items-center px-1 text-xs"
      >
        <span className="rounded-sm border border-wait px-1.5 py-0.5 font-semibold text-wait">Demo</span>
      </button>
      <p
        id="demo-note"
        popover="auto"
        className="panel inset-auto top-17 left-4 m-0 w-[min(22rem,100%-2rem)] border-edge bg-raised p-4 text-sm text-ink shadow-[0_1rem_3rem_rgb(0_0_0/0.45)]"
      >
        {demoSentence}
      </p>
    </>
  )
}
