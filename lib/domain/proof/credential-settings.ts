/** Extended key usages of certificates that may sign: C2PA's own, and those that its specification allowed before. */
const keyUsages = [
  '1.3.6.1.4.1.62558.2.1',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.76.59.1.9',
  '1.3.6.1.5.5.7.3.8',
  '1.3.6.1.5.5.7.3.9',
]

/** Whose certificates are trusted, as PEM. No certificate may be in both. */
export type TrustAnchors = {
  signers: string
  /** Authorities that may confirm when a signature was made, and sign nothing else. May be empty. */
  timeStamps: string
}

/** The name of the list of signers in the report of c2pa-rs. */
export const signerList = 'cairn:signers'

/**
 * Settings of c2pa-rs, as JSON. It makes no requests, neither for a manifest that is stored elsewhere nor for the revocation of a
 * certificate, because a request would reveal which file is checked.
 *
 * c2pa-rs 0.91 uses each list both for signers and for time stamps, and ignores the list's kind. It reports in which list it found a
 * signer, and `credentialsOf` trusts a signer only if that is `signerList`.
 */
export function credentialSettings({ signers, timeStamps }: TrustAnchors): string {
  const lists = [
    { trust_anchors: signers, trust_uri: signerList, trust_kind: 'manifest' },
    { trust_anchors: timeStamps, trust_uri: 'cairn:time-stamps', trust_kind: 'tsa' },
  ]
  return JSON.stringify({
    trust: {
      anchors: lists.filter(({ trust_anchors }) => trust_anchors !== ''),
      trust_config: `${keyUsages.join('\n')}\n`,
    },
    verify: {
      verify_after_reading: true,
      verify_trust: true,
      verify_timestamp_trust: true,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
  })
}
