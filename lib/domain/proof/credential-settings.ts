/** Extended key usages of certificates that may sign: C2PA's own, and those that its specification allowed before. */
const keyUsages = [
  '1.3.6.1.4.1.62558.2.1',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.76.59.1.9',
  '1.3.6.1.5.5.7.3.8',
  '1.3.6.1.5.5.7.3.9',
]

/**
 * Settings of c2pa-rs, as JSON. It makes no requests, neither for a manifest that is stored elsewhere nor for the revocation of a
 * certificate, because a request would reveal which file is checked.
 *
 * @param trustAnchors PEM
 */
export function credentialSettings(trustAnchors: string): string {
  return JSON.stringify({
    trust: { trust_anchors: trustAnchors, trust_config: `${keyUsages.join('\n')}\n` },
    verify: {
      ...{ verify_after_reading: true, verify_trust: true, verify_timestamp_trust: true },
      ...{ remote_manifest_fetch: false, ocsp_fetch: false },
    },
  })
}
