export default function OverviewPage() {
  return <h1 className="text-xl">Overview</h1>
}
