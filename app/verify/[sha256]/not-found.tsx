import { NothingHere } from '#components/site/nothing-here'

/** Answers for a link that was cut, by a messenger for example. It says nothing about the file. */
export default function NoFingerprint() {
  return (
    <NothingHere
      title="This link is not complete"
      text="A link to a proof ends with the 64 digits of a fingerprint, and this one does not. This says nothing about the photo or film. Ask for the whole link, or check the file itself."
      links={['/verify']}
    />
  )
}
