// The package types its whole; this is the one algorithm we load, a tenth of the size.
declare module 'hash-wasm/dist/sha256.umd.min.js' {
  export { createSHA256 } from 'hash-wasm'
}
