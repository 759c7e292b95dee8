/** The last characters of a name: its type, and the digits that set it apart from similar names. */
const ending = /.{0,9}$/su

/** A file's name in one line. It is cut before its ending, which stays in sight. */
export function FileName({ name }: { name: string }) {
  const end = ending.exec(name)![0]
  return (
    // With kerning, this font hides a full stop before a “j”, as in “.jpg”.
    <span dir="auto" title={name} className="flex min-w-0 [font-kerning:none]">
      <span className="overflow-hidden text-ellipsis whitespace-pre">
        {name.slice(0, name.length - end.length)}
      </span>
      <span className="flex-none whitespace-pre">{end}</span>
    </span>
  )
}
