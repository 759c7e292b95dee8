import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { authorizationTypes, transferAbi } from '#lib/adapters/chain/eip3009'
import { openLocal } from '#sandbox/local-chain'
import type { Payer } from '#testing/paid-service'

// What else a payer or a stranger can do with an authorization.

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])
type Authorization = {
  from: Hex
  to: Hex
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}
type Network = { rpcUrl: string; usdc: Address; chainId: number }

/** The same payment with another expiry, signed again; `validBefore` in epoch seconds. */
export async function signUntil(
  network: Network,
  payer: Payer,
  header: string,
  validBefore: bigint,
): Promise<string> {
  const payment = decodePaymentSignatureHeader(header)
  const { authorization } = payment.payload as { authorization: Authorization }
  const { name, version } = payment.accepted.extra as { name: string; version: string }
  authorization.validBefore = validBefore.toString()
  payment.payload.signature = await payer.signTypedData({
    domain: { name, version, chainId: network.chainId, verifyingContract: network.usdc },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore,
    },
  })
  return encodePaymentSignatureHeader(payment)
}

/** The payer sends its money elsewhere. */
export async function drain(network: Network, payer: Payer, value: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi,
    functionName: 'transfer',
    args: ['0x000000000000000000000000000000000000dEaD', value],
  })
  await sendFrom(network, payer.address, data)
}

/** Someone else sends the payment's authorization to the token; answers the transaction. */
export async function replayAsStranger(network: Network, header: string): Promise<Hex> {
  const { signature, authorization } = decodePaymentSignatureHeader(header).payload as {
    signature: Hex
    authorization: Authorization
  }
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
  })
  return sendFrom(network, '0x000000000000000000000000000000000000b0b0', data)
}

/** The payer takes the authorization back on the chain. */
export async function cancelPayment(
  network: Network,
  payer: Payer,
  header: string,
  domainName: string,
): Promise<void> {
  const { nonce } = (decodePaymentSignatureHeader(header).payload as { authorization: { nonce: Hex } })
    .authorization
  const signature = await payer.signTypedData({
    domain: { name: domainName, version: '2', chainId: network.chainId, verifyingContract: network.usdc },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  const data = encodeFunctionData({
    abi,
    functionName: 'cancelAuthorization',
    args: [payer.address, nonce, signature],
  })
  await sendFrom(network, payer.address, data)
}

async function sendFrom(network: Network, from: Address, data: Hex): Promise<Hex> {
  const client = openLocal(network.rpcUrl)
  await client.setBalance({ address: from, value: parseEther('1') })
  await client.impersonateAccount({ address: from })
  const hash = await client.sendTransaction({ account: from, chain: null, to: network.usdc, data })
  const receipt = await client.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error('the transaction reverted')
  return hash
}
