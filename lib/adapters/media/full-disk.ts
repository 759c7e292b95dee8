// No `server-only`: reconstruction engines load it as plain programs of Node.

/** What programs print that had no room to write: it says nothing about what they read. */
export const fullDisk = /No space left on device|Disk quota exceeded/
