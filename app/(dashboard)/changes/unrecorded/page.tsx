import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { unrecordedView as view } from '#components/changes/unrecorded-view.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { listUnrecordedChanges } from '#lib/contracts/app/unrecorded-changes.ts'
import * as unrecorded from '#server/deployments/unrecorded-changes.ts'

export const metadata = { title: view.title }

export default createListPage(
  view,
  listUnrecordedChanges,
  async (ctx, query) => {
    const { result: rows, total_count: total, services } = await unrecorded.listUnrecordedChanges(ctx, query)
    return { rows, total, services }
  },
  {
    filters: ({ query, page }) => <ServiceTabs service={query.service} services={page?.services ?? []} />,
  },
)

type ServiceTabsProps = { service: string | undefined; services: readonly { service: string; count: number }[] }

function ServiceTabs({ service: current, services }: ServiceTabsProps) {
  if (services.length <= 1 && current === undefined) return null
  const all = services.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="mb-4">
      <TabLinks
        label="Services"
        tabs={[
          { href: view.path, label: 'All', count: all, current: current === undefined },
          ...services.map(({ service, count }) => ({
            href: buildHref(view.path, {}, { service }),
            label: service,
            count,
            current: service === current,
          })),
        ]}
      />
    </div>
  )
}
