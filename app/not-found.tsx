import { NothingHere } from '#components/site/nothing-here'

export default function NotFound() {
  return (
    <NothingHere
      title="No stone here"
      text="No page has this address, or not yet: a tree appears once it is anchored, a bounty once it is posted."
      links={['/explore', '/verify', '/board']}
    />
  )
}
