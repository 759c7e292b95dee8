import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/**
 * Signs in a wallet as a program does.
 *
 * @param options.url the address of the service @param options.origin its public origin
 * @returns the session's token
 */
export async function signIn(options: {
  url: string
  origin: string
  wallet: PrivateKeyAccount
}): Promise<string> {
  const { url, origin, wallet } = options
  const { nonce } = (await (await fetch(`${url}/api/auth/nonce`)).json()) as { nonce: string }
  const message = createSiweMessage({
    address: wallet.address,
    chainId: 8453,
    domain: new URL(origin).host,
    uri: origin,
    version: '1',
    nonce,
  })
  const answer = await fetch(`${url}/api/auth/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature: await wallet.signMessage({ message }) }),
  })
  if (!answer.ok) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}
