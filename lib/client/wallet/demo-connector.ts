import { type Hex, hexToString, numberToHex, type SignableMessage, SwitchChainError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createConnector } from 'wagmi'

type Ask = { method: string; params?: unknown[] }

export type DemoWallet = {
  privateKey: Hex
  name: string
  /** Where the sandbox's chains are read, by chain id. */
  endpoints: Readonly<Record<number, string>>
}

/**
 * The demo wallet of a sandbox. Its key is public, so that everything can be tried without a wallet. It signs every request without asking.
 */
export function demoConnector({ privateKey, name, endpoints }: DemoWallet) {
  const account = privateKeyToAccount(privateKey)
  const rememberedAs = `demo.${account.address}.connected`
  return createConnector<{ request: (ask: Ask) => Promise<unknown> }>((config) => {
    let chainId = config.chains[0].id
    const request = async ({ method, params = [] }: Ask): Promise<unknown> => {
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [account.address]
        case 'eth_chainId':
          return numberToHex(chainId)
        case 'personal_sign':
          return account.signMessage({ message: messageOf(params[0] as Hex) })
        case 'eth_signTypedData_v4':
          return account.signTypedData(JSON.parse(params[1] as string))
        case 'eth_call':
          return readChain(endpoints[chainId], { method, params })
        default:
          throw new Error(`The demo wallet does not support ${method}.`)
      }
    }
    return {
      id: 'demo',
      name,
      type: 'demo',
      connect: async () => {
        await config.storage?.setItem(rememberedAs, true)
        return { accounts: [account.address] as never, chainId }
      },
      disconnect: async () => {
        await config.storage?.removeItem(rememberedAs)
      },
      getAccounts: async () => [account.address],
      getChainId: async () => chainId,
      getProvider: async () => ({ request }),
      isAuthorized: async () => Boolean(await config.storage?.getItem(rememberedAs)),
      switchChain: async ({ chainId: wanted }) => {
        const chain = config.chains.find(({ id }) => id === wanted)
        if (!chain) throw new SwitchChainError(new Error(`The demo wallet does not support chain ${wanted}.`))
        chainId = chain.id
        config.emitter.emit('change', { chainId })
        return chain
      },
      onAccountsChanged: () => {},
      onChainChanged: () => {},
      onDisconnect: () => {},
    }
  })
}

async function readChain(endpoint: string | undefined, ask: Ask): Promise<unknown> {
  if (endpoint === undefined) throw new Error('The demo wallet cannot read this chain.')
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...ask }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

/** Wallets receive bytes; this service signs only text. */
function messageOf(hex: Hex): SignableMessage {
  return hexToString(hex)
}
