import type { Metadata } from 'next'
import Link from 'next/link'
import { previewMaxSeconds } from '#lib/domain/film/preview-parts'

export const metadata: Metadata = {
  title: 'Rules',
  description: 'What may be commissioned and filmed, and what may not.',
}

const parts = [
  {
    title: 'What may be commissioned',
    rules: [
      'A place that can be seen from where everyone may go: streets, squares, facades, monuments, landscapes.',
      'The inside of a building that is open to the public, where its owner allows filming.',
      'Private property, if the person entitled to decide has agreed. Say so in the instructions.',
    ],
  },
  {
    title: 'What may not be commissioned',
    rules: [
      'Private homes: their inside, what is seen through a window, or a garden that is not open to view.',
      'People as the subject: nobody is followed, watched, identified or singled out. Faces and number plates are not asked for.',
      'Children as the subject, anywhere and for any reason.',
      'Restricted areas: military and security installations, border controls, prisons, and other places where filming is forbidden.',
      'Medical rooms, changing rooms, toilets, and worship while it takes place, unless everyone there has agreed.',
      'Anything that would break the law of the place.',
    ],
  },
  {
    title: 'While you film',
    rules: [
      'Stay where you are allowed to be. Do not climb, trespass, or step into traffic.',
      'Wait until passers-by have gone, or point the camera elsewhere. If somebody asks you to stop, stop.',
      'Do not film documents, screens, number plates or name plates closely.',
      'If a bounty asks for something forbidden, do not film it.',
    ],
  },
] as const

/** What may be commissioned and filmed. Linked from the footer, the board, the order form, the page where films are submitted, and reports. */
export default function RulesPage() {
  return (
    <div className="page pt-10 pb-16">
      <h1 className="text-2xl">Rules</h1>
      <p className="mt-3 max-w-[60ch] text-soft">
        Cairn collects captures of places. These rules apply to everyone who commissions or makes a film.
      </p>
      <div className="gap-x-16 lg:columns-2">
        {parts.map(({ title, rules }) => (
          <section key={title} className="max-w-[66ch] break-inside-avoid pt-10">
            <h2 className="text-lg font-semibold">{title}</h2>
            <ul className="mt-3 grid list-disc gap-2 pl-5">
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </section>
        ))}
        <section id="published" className="max-w-[66ch] break-inside-avoid pt-10">
          <h2 className="text-lg font-semibold">Who sees what</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5">
            <li>The title and the instructions of a bounty are public.</li>
            <li>
              A film goes to the poster: first a preview of at most {previewMaxSeconds} seconds with a
              watermark and, once accepted, the file exactly as it was uploaded, with the exact place that the
              camera wrote into it.
            </li>
            <li>Everyone else sees a cell of about a kilometre.</li>
            <li>
              An accepted film gets a record: this cell, the time and a proof. We sell records in answers to
              queries, except those whose place or time does not fit the bounty. The film itself is never sold
              to others.
            </li>
            <li>
              A poster may publish the 3D model on a page of its own, and withdraw it.{' '}
              <Link href="/docs/privacy" className="underline underline-offset-4">
                More on privacy
              </Link>
            </li>
          </ul>
        </section>
        <section id="use" className="max-w-[66ch] break-inside-avoid pt-10">
          <h2 className="text-lg font-semibold">Who may use a film</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5">
            <li>
              This service neither takes nor grants copyright, or any other right to use a film. It stores a
              film, shows its preview to the poster, makes the 3D model, and delivers both.
            </li>
            <li>
              Posters: you get the film and the model as files. If you want to publish or sell them, say so in
              the instructions: what is written there is what you agree on with the contributor.
            </li>
            <li>
              Contributors: whoever submits a film to a bounty accepts its instructions, also what they say
              about its use. If you do not agree, do not submit.
            </li>
            <li>These are rules of this service. What else applies depends on the law of the place.</li>
          </ul>
        </section>
        <section id="report" className="max-w-[66ch] break-inside-avoid pt-10">
          <h2 className="text-lg font-semibold">Report what breaks the rules</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5">
            <li>
              Anyone can report a bounty on its page, a model on its page, a film where its poster reviews it,
              and the record of a capture on{' '}
              <Link href="/verify" className="underline underline-offset-4">
                Verify
              </Link>
              . No account is needed.
            </li>
            <li>
              Nothing about you is stored with a report: no address, no wallet, no contact, and its time only
              to the hour. Neither poster nor contributor learns who reported, nor do we. So write nothing
              about yourself.
            </li>
            <li>
              Reports about children are handled first, then those about people and private homes, then the
              rest.
            </li>
          </ul>
        </section>
        <section id="measures" className="max-w-[66ch] break-inside-avoid pt-10">
          <h2 className="text-lg font-semibold">What operators may do</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5">
            <li>Dismiss a report.</li>
            <li>
              Hide a bounty, the preview of a film, or the page of a model. No money moves by it, and it can
              be shown again.
            </li>
            <li>
              Withdraw a capture: it is not sold or shown any more. Its proof stays valid, and says since when
              it is withdrawn.
            </li>
            <li>Cancel an open bounty: its whole amount goes back to the wallet that paid.</li>
            <li>
              Ban a wallet: it cannot sign in, submit films or post bounties, and is refused before any
              payment moves. It still receives its earnings and refunds.
            </li>
            <li>Each of these measures has a reason. Poster and contributors read the same one.</li>
            <li>
              Pause all payments, for example after a fault. No payment is taken then, no film is accepted,
              and no bounty is cancelled or refunded; films can still be submitted and declined. The escrow
              keeps the money. Deadlines stay as they are: a bounty whose deadline passes during the pause is
              refunded in full after it. Some days after the deadline anyone can send the money back without
              us, on{' '}
              <a href="/refund.html" className="underline underline-offset-4">
                the emergency refund page
              </a>
              . The{' '}
              <Link href="/status" className="underline underline-offset-4">
                status
              </Link>{' '}
              page says since when.
            </li>
            <li>An accepted film is always paid. No operator can send money to anyone else.</li>
          </ul>
        </section>
        <section className="max-w-[66ch] break-inside-avoid pt-10">
          <h2 className="text-lg font-semibold">Checks of the order form</h2>
          <p className="mt-3">
            It warns when the text seems to ask for a private home, people or children. The check runs in your
            browser, compares words, and knows English and a little Italian, German, French and Spanish. It
            can be wrong both ways, and it never prevents an order.
          </p>
        </section>
      </div>
    </div>
  )
}
