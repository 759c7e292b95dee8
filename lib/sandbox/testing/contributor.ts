import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

export type Contributor = {
  wallet: PrivateKeyAccount
  token: string
  /** Opens the session, from a program. */
  bearer: { authorization: string }
}

/**
 * Signs in a wallet as a program does.
 *
 * @param options.url where the service answers @param options.origin what it calls itself
 */
export async function signInAs(options: {
  url: string
  origin: string
  wallet?: PrivateKeyAccount
}): Promise<Contributor> {
  const { url, origin, wallet = privateKeyToAccount(generatePrivateKey()) } = options
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
  const { token } = (await answer.json()) as { token: string }
  return { wallet, token, bearer: { authorization: `Bearer ${token}` } }
}
