import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** One picture: where, as whom, and when the page is what it is meant to show. */
export type Scene = {
  /** Of its files, without width and theme. */
  name: string
  /** What one sees, for the table. */
  shows: string
  path: string | ((world: World) => string)
  /** A poster has the keys of the bounties in this browser; a contributor and an operator are signed in. */
  as?: 'poster' | 'contributor' | 'operator'
  /** Selector that must be visible before the picture is taken. */
  ready: string
  /** Steps on the page before the picture. */
  act?: (page: Page, world: World) => Promise<void>
  /** Something lies above the page: what is in the window is enough. */
  isWindow?: boolean
}
