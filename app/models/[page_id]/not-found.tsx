import { NothingHere } from '#components/site/nothing-here'

/** For a page that its poster withdrew, an operator hid, or that never existed: nobody learns which. */
export default function NoModel() {
  return (
    <NothingHere
      title="No model here"
      text="Its owner may have stopped sharing it, or the link is incomplete. Ask the person who sent you the link for a new one."
      links={['/explore', '/board']}
    />
  )
}
