import { NothingHere } from '#components/site/nothing-here'

export default function NoBounty() {
  return (
    <NothingHere
      title="No such bounty"
      text="There is no bounty at this address. The link may be incomplete, or the bounty is not paid yet."
      links={['/board', '/explore']}
    />
  )
}
