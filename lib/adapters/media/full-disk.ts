/**
 * Matches the errors of programs that ran out of disk space. Such an error says nothing about the input file.
 */
export const fullDisk = /No space left on device|Disk quota exceeded/
