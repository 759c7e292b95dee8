// Replaces `server-only` in tests, which run outside the bundler.
export {}
