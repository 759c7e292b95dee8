import type { NextConfig } from 'next'

export default {
  poweredByHeader: false,
  serverExternalPackages: ['postgres'],
  typescript: { ignoreBuildErrors: true },
} satisfies NextConfig
