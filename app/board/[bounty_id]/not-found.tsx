import { NothingHere } from '#components/site/nothing-here'

export default function NoBounty() {
  return (
    <NothingHere
      title="No bounty here"
      text="There is no bounty at this address. The link may be incomplete, or the bounty is not paid yet."
      links={['/board', '/explore']}
    />
  )
}
