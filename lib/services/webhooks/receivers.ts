import 'server-only'

/** One kind of receivers of webhooks: the names of its tables, which have the same columns as those of the other kind. */
export type Receivers = {
  hooks: string
  deliveries: string
  /** The column of both tables that says whose messages they are. */
  owner: string
  /** The owner in texts for people. */
  noun: string
  /** The owner in the log. */
  logName: string
}

export const bountyReceivers: Receivers = {
  hooks: 'bounty_webhook',
  deliveries: 'webhook_delivery',
  owner: 'bounty_id',
  noun: 'bounty',
  logName: 'bountyId',
}

export const contributorReceivers: Receivers = {
  hooks: 'notice_webhook',
  deliveries: 'notice_message',
  owner: 'contributor',
  noun: 'wallet',
  logName: 'contributor',
}

/** Whose webhook it is. @param contributor in upper or lower case */
export type WebhookOwner = { bountyId: string } | { contributor: string }

export function receiverOf(owner: WebhookOwner): { receivers: Receivers; ownerId: string } {
  return 'bountyId' in owner
    ? { receivers: bountyReceivers, ownerId: owner.bountyId }
    : { receivers: contributorReceivers, ownerId: owner.contributor.toLowerCase() }
}
