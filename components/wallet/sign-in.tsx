'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { useConnectors } from 'wagmi'
import { Hash } from '#components/ui/hash'
import { isDeclined, listWallets } from './connect-wallet.ts'
import { isBan, useBan, useIsLeaving, useSession, useSignIn, useSignOut } from './use-session.ts'

/** Lets the reader choose a wallet and sign in with it. `hasEnded`: the session before ended by itself, which is said in place of the purpose, with `endedNote`. */
export function SignIn(props: { purpose: string; hasEnded?: boolean; endedNote?: ReactNode }) {
  const { purpose, hasEnded, endedNote } = props
  const ended = useRef<HTMLDivElement>(null)
  // It replaces a page that may have been scrolled further down than this one reaches.
  useEffect(() => {
    if (hasEnded) ended.current?.scrollIntoView({ block: 'center' })
  }, [hasEnded])
  const connectors = useConnectors()
  const attempt = useSignIn()
  const isLeaving = useIsLeaving()
  const ban = useBan()
  const wallets = listWallets(connectors)
  const isBanned = isBan(attempt.error) || (ban !== undefined && !attempt.error)
  return (
    <div>
      {ban && !attempt.error ? (
        <Banned why={ban} />
      ) : hasEnded ? (
        <div ref={ended} role="alert" className="max-w-[54ch]">
          <p>Your session ended. Sign in to go on.</p>
          {endedNote}
        </div>
      ) : (
        <p className="max-w-[54ch] text-balance text-soft">{purpose}</p>
      )}
      {wallets.length > 0 ? (
        <ul className="mt-4 flex flex-wrap gap-3">
          {wallets.map((wallet) => (
            <li key={wallet.uid}>
              <button
                type="button"
                className={`button ${isBanned ? '' : 'button-main'}`}
                disabled={attempt.isPending || isLeaving}
                onClick={() => attempt.mutate({ connectorId: wallet.uid })}
              >
                {/* biome-ignore lint/performance/noImgElement: a few bytes that the wallet itself brings */}
                {wallet.icon && <img src={wallet.icon} alt="" className="size-5" />}
                {signInText(wallet, isBanned)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 max-w-[54ch]">
          No wallet was found in this browser. Open this page in your wallet’s own browser, or install one as
          an extension.
        </p>
      )}
      {wallets.some(({ id }) => id === 'demo') && (
        <p className="mt-3 max-w-[54ch] text-sm text-soft">
          Everybody who tries this demonstration shares its demo wallets, so you may see films, uploads and
          bounties of others as yours.
        </p>
      )}
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {attempt.isPending
          ? 'Your wallet asks you to sign a message. It costs nothing.'
          : isLeaving
            ? 'Signing out…'
            : ''}
      </p>
      {isBan(attempt.error) ? (
        <div className="mt-4">
          <Banned why={attempt.error.message} />
        </div>
      ) : (
        <p role="alert" className="mt-3 text-sm text-bad empty:hidden">
          {attempt.error ? problemOf(attempt.error) : ''}
        </p>
      )}
    </div>
  )
}

/** The same wallet would be refused again; most wallets have several accounts. */
function signInText({ id, name }: { id: string; name: string }, isBanned: boolean): string {
  if (isBanned) return id === 'injected' ? 'Sign in with another wallet' : `Use another account of ${name}`
  return id === 'injected' ? 'Sign in with your wallet' : `Sign in with ${name}`
}

/** Says that an operator banned the wallet, why, and whom to ask. @param why the refusal of the service */
function Banned({ why }: { why: string }) {
  return (
    <div role="alert" className="grid max-w-[54ch] gap-1 border-l-2 border-bad pl-4">
      <p className="wrap-anywhere">{why}</p>
      <p>
        Is this a mistake?{' '}
        <a href="/contact" className="link">
          Whom to ask
        </a>
      </p>
    </div>
  )
}

/** The signed-in wallet, and a button to sign out. */
export function SignedInAs() {
  const { data: session } = useSession()
  const leaving = useSignOut()
  if (!session) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <span className="inline-flex flex-wrap items-center gap-x-2">
        Signed in as <Hash value={session.address} label="your address" />
      </span>
      <button
        type="button"
        className="min-h-8 pointer-coarse:min-h-11 underline underline-offset-4 hover:text-ink"
        disabled={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        Sign out
      </button>
    </p>
  )
}

function problemOf(error: Error): string {
  return isDeclined(error)
    ? 'You declined to sign, so you are still signed out.'
    : error.message.split('\n')[0]!
}
