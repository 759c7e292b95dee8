// The files that a reader chose or dropped, those in folders included.

/** A file that the reader chose, or one found in a chosen folder, with its path there. */
type FoundFile = { path: string; file: File } | { path: string; problem: string }

export type Found = {
  files: FoundFile[]
  /** Paths of files of the operating system, which nobody wants to check. */
  leftOut: string[]
  /** True if there were more files than can be checked at once. */
  isCut: boolean
}

const maxFiles = 10_000

const systemFile = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx|\$recycle\.bin|system volume information)$/i

/** True for hidden files and files in hidden folders. */
export function isHidden(path: string): boolean {
  return path.split('/').some((name) => systemFile.test(name))
}

/** Files chosen with a button. Files of a chosen folder have paths. A single chosen file is accepted under any name. */
export function filesOfChoice(files: Iterable<File>): Found {
  const given = [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
  return sorted(given, ({ file }) => Boolean(file.webkitRelativePath))
}

/**
 * Files that were dropped, with the contents of folders. Unreadable entries are reported, not omitted.
 *
 * @param items of the drop event; read before the first wait, since the browser empties them after the event
 */
export async function filesOfDrop(items: Iterable<DataTransferItem>): Promise<Found> {
  const dropped = [...items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ file: item.getAsFile(), entry: item.webkitGetAsEntry?.() ?? null }))
  const alone: FoundFile[] = []
  const below: FoundFile[] = []
  const leftOut: string[] = []
  const folders: FileSystemDirectoryEntry[] = []
  for (const { file, entry } of dropped) {
    if (entry?.isDirectory) folders.push(entry as FileSystemDirectoryEntry)
    else if (file) alone.push({ file, path: file.name })
  }
  while (folders.length > 0 && alone.length + below.length <= maxFiles) {
    const folder = folders.pop()!
    const path = pathOf(folder)
    try {
      for (const entry of await entriesOf(folder)) {
        if (systemFile.test(entry.name)) leftOut.push(pathOf(entry))
        else if (entry.isDirectory) folders.push(entry as FileSystemDirectoryEntry)
        else below.push(await fileOf(entry as FileSystemFileEntry))
      }
    } catch (error) {
      below.push({ path, problem: `The folder could not be read. ${(error as Error).message}` })
    }
  }
  const found = sorted([...alone, ...below], () => false)
  return { ...found, leftOut: [...leftOut.sort(byPath), ...found.leftOut] }
}

function sorted<Item extends FoundFile>(given: Item[], isBelowFolder: (item: Item) => boolean): Found {
  const isLeftOut = (item: Item) => isBelowFolder(item) && isHidden(item.path)
  const files = given.filter((item) => !isLeftOut(item)).sort((a, b) => byPath(a.path, b.path))
  return {
    files: files.slice(0, maxFiles),
    leftOut: given
      .filter(isLeftOut)
      .map((item) => item.path)
      .sort(byPath),
    isCut: files.length > maxFiles,
  }
}

const collator = new Intl.Collator('en', { numeric: true })

/** `frame-2` comes before `frame-10`. */
function byPath(a: string, b: string): number {
  return collator.compare(a, b)
}

function pathOf(entry: FileSystemEntry): string {
  return entry.fullPath.replace(/^\//, '')
}

/** A reader returns a hundred entries at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

async function fileOf(entry: FileSystemFileEntry): Promise<FoundFile> {
  const path = pathOf(entry)
  try {
    return { path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }
  } catch (error) {
    return { path, problem: `The file could not be read. ${(error as Error).message}` }
  }
}
