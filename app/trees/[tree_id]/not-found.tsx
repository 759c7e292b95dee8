import { NothingHere } from '#components/site/nothing-here'

export default function NoTree() {
  return (
    <NothingHere
      title="No such tree"
      text="There is no tree of records with this number. A tree has a page once it is published on the chain."
      links={['/explore', '/verify']}
    />
  )
}
