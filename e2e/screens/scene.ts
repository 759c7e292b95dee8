import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** One picture: the page, the role, and the state in which it is taken. */
export type Scene = {
  /** The name of its files, without width and theme. */
  name: string
  /** The content of the picture, for the table. */
  shows: string
  path: string | ((world: World) => string)
  /** A poster has the keys of the bounties in this browser; a contributor and an operator are signed in. */
  as?: 'poster' | 'contributor' | 'operator'
  /** Selector that must be visible before the picture is taken. */
  ready: string
  /** Steps on the page before the picture. */
  act?: (page: Page, world: World) => Promise<void>
  /** Something lies above the page, so only the window is in the picture. */
  isWindow?: boolean
}
