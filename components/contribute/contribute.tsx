'use client'
import { WhenSignedIn } from '#components/wallet/when-signed-in'
import type { WalletSettings } from '#lib/client/wallet/wallet-config'
import { HandIn } from './hand-in.tsx'
import { OwnSubmissionCard } from './own-submission.tsx'
import { UploadFilm } from './upload-film.tsx'
import { useFilmUpload } from './use-film-upload.ts'
import { useOwnSubmissions } from './use-own-submissions.ts'

type Props = {
  bountyId: string
  /** Whether films are still taken; what was handed in is shown in any case. */
  takesFilms: boolean
  wallet: WalletSettings
}

/** Films for one bounty: sign in, send, hand in, and see what becomes of it. */
export default function Contribute({ bountyId, takesFilms, wallet }: Props) {
  const purpose =
    'Sign in with the wallet that is to be paid. It signs a message: no transaction, no cost, no account.'
  return (
    <WhenSignedIn wallet={wallet} purpose={purpose}>
      <Mine bountyId={bountyId} wallet={wallet} />
      {takesFilms && <SendFilm bountyId={bountyId} />}
    </WhenSignedIn>
  )
}

function SendFilm({ bountyId }: { bountyId: string }) {
  const film = useFilmUpload()
  const { uploadId } = film.state ?? {}
  return (
    <div className="pt-2">
      <UploadFilm film={film} />
      {uploadId && <HandIn bountyId={bountyId} uploadId={uploadId} onDone={film.clear} />}
    </div>
  )
}

function Mine({ bountyId, wallet }: { bountyId: string; wallet: WalletSettings }) {
  const { data } = useOwnSubmissions()
  const mine = data?.pages.flatMap((page) => page.submissions).filter(isOf(bountyId)) ?? []
  if (mine.length === 0) return null
  return (
    <section aria-label="Your films for this bounty">
      <ul className="border-t border-line">
        {mine.map((submission) => (
          <li key={submission.submission_id} className="border-b border-line py-5">
            <OwnSubmissionCard submission={submission} wallet={wallet} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isOf(bountyId: string) {
  return ({ bounty }: { bounty: { bounty_id: string } }) => bounty.bounty_id === bountyId
}
