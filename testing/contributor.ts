import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { signIn } from '../sandbox/sign-in.ts'

export type Contributor = {
  wallet: PrivateKeyAccount
  token: string
  /** Opens the session, from a program. */
  bearer: { authorization: string }
}

/**
 * Signs in a wallet as a program does; without one, a new wallet.
 *
 * @param options.url the address of the service @param options.origin its public origin
 */
export async function signInAs(options: {
  url: string
  origin: string
  wallet?: PrivateKeyAccount
}): Promise<Contributor> {
  const { url, origin, wallet = privateKeyToAccount(generatePrivateKey()) } = options
  const token = await signIn({ url, origin, wallet })
  return { wallet, token, bearer: { authorization: `Bearer ${token}` } }
}
