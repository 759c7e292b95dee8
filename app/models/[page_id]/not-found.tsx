import { NothingHere } from '#components/site/nothing-here'
import { StartAtTop } from '#components/site/start-at-top'

/** Answers for a page that its poster withdrew, that an operator hid, or that never existed. The answer is the same in each case. */
export default function NoModel() {
  return (
    <>
      <StartAtTop />
      <NothingHere
        title="No such model"
        text="Its owner may have stopped sharing it, or the link is incomplete. Ask the person who sent you the link for a new one."
        links={['/explore', '/board']}
      />
    </>
  )
}
