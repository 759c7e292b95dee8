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
import { deployer, openLocal } from '#sandbox/local-chain'

/** On every chain at this address, local ones included: deploys what it is sent, after 32 bytes of salt. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * A contract wallet: `isValidSignature` (ERC-1271) accepts only signatures of one key, as r, s and v concatenated.
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

/** Recovers the signer with the precompile `ecrecover`, and returns the magic value of ERC-1271 if it is the owner, otherwise zero. */
function runtimeOf(owner: Address): Hex {
  return concatHex([
    '0x6004355f52', // hash
    '0x60a43560f81c602052', // v
    '0x606435604052', // r
    '0x608435606052', // s
    '0x602060806080', // offset of the result, and length of the input
    '0x5f60015afa50', // ecrecover
    '0x608051',
    concatHex(['0x73', owner]),
    '0x14', // 1 if the signer is the owner, else 0
    '0x631626ba7e0260e01b', // times the magic value
    '0x5f5260205ff3',
  ])
}

function initCodeOf(runtime: Hex): Hex {
  return concatHex(['0x60', numberToHex(size(runtime), { size: 1 }), '0x8060095f395ff3', runtime])
}

/**
 * Code of a wallet that accepts every signature (ERC-1271), and burns all the gas it gets once a condition holds: a condition by which
 * it can tell a settlement from a simulation.
 *
 * @param condition opcodes that leave a number on the stack; anything but 0 burns
 */
export function griefingCode(condition: Hex): Hex {
  const burn = size(condition) + 17
  return concatHex([
    condition,
    concatHex(['0x60', numberToHex(burn, { size: 1 }), '0x57']), // jump there if it holds
    '0x631626ba7e60e01b5f5260205ff3', // answer the magic value
    '0x5bfe', // burn
  ])
}

/** Opcodes for {@link griefingCode}. */
export const burnsWhen = {
  /** The transaction is sent by this account. */
  sentBy: (account: Address): Hex => concatHex(['0x3273', account, '0x14']),
  /** Gas has a price: in `eth_call` it has none unless one is given. */
  gasHasPrice: '0x3a' as Hex,
  /** The account has this much of the native coin: anybody can send it one wei at the right moment. */
  hasBalance: '0x47' as Hex,
}
