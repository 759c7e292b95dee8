import {
  type Address,
  concatHex,
  getContractAddress,
  type Hex,
  numberToHex,
  serializeErc6492Signature,
  size,
  zeroHash,
} from 'viem'
import { deployer, openLocal } from '#lib/sandbox/chain-controls'

/** On every chain at this address, local ones included: deploys what it is sent, after 32 bytes of salt. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * A wallet that is a contract: `isValidSignature` (ERC-1271) takes what one key signed, r, s and v in a row, and nothing else.
 */
export type ContractWallet = {
  address: Address
  deploy: () => Promise<void>
  /** What its owner signed, with all it takes to deploy the wallet (ERC-6492). */
  wrap: (signature: Hex) => Hex
}

export function contractWallet(rpcUrl: string, owner: Address): ContractWallet {
  const initCode = initCodeOf(runtimeOf(owner))
  const data = concatHex([zeroHash, initCode])
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecode: initCode })
  return {
    address,
    deploy: async () => {
      const client = openLocal(rpcUrl)
      await client.impersonateAccount({ address: deployer })
      const hash = await client.sendTransaction({ account: deployer, chain: null, to: factory, data })
      await client.waitForTransactionReceipt({ hash })
      if ((await client.getCode({ address })) === undefined) throw new Error('the wallet was not deployed')
    },
    wrap: (signature) => serializeErc6492Signature({ address: factory, data, signature }),
  }
}

/** Asks the precompile whose signature it is, and answers the magic value if it is the owner's; otherwise nothing. */
function runtimeOf(owner: Address): Hex {
  return concatHex([
    '0x6004355f52', // hash
    '0x60a43560f81c602052', // v
    '0x606435604052', // r
    '0x608435606052', // s
    '0x602060806080', // where the answer goes, and how long the question is
    '0x5f60015afa50', // ecrecover
    '0x608051',
    concatHex(['0x73', owner]),
    '0x14', // is it the owner?
    '0x631626ba7e0260e01b', // times the magic value
    '0x5f5260205ff3',
  ])
}

function initCodeOf(runtime: Hex): Hex {
  return concatHex(['0x60', numberToHex(size(runtime), { size: 1 }), '0x8060095f395ff3', runtime])
}
