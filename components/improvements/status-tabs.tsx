'use client'

import { useQueries } from '@tanstack/react-query'
import { statuses, statusLabels } from '#components/records/improvement-labels.ts'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { countInput, type RegisterReader, registerAddress, withStatus } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The register by status, with totals; “To do” is open and in progress together. */
export function StatusTabs({ query, reader }: { query: RegisterQuery; reader: RegisterReader }) {
  const counts = useQueries({
    queries: statuses.map((status) =>
      endpointQuery(listImprovements, { query: countInput(withStatus(query, status), reader) }),
    ),
    combine: (results) => results.map(({ data }) => data?.total_count),
  })
  const [open, inProgress] = counts
  const tab = (status: RegisterQuery['status'], label: string, count: number | undefined) => ({
    href: registerAddress(pagePaths.improvements, withStatus(query, status), {}),
    label,
    ...(count === undefined ? {} : { count }),
    current: query.status === status,
  })
  const todo = open === undefined || inProgress === undefined ? undefined : open + inProgress
  return (
    <TabLinks
      label="Status"
      tabs={[
        tab(undefined, 'To do', todo),
        ...statuses.map((status, at) => tab(status, statusLabels[status], counts[at])),
        tab('all', 'All', undefined),
      ]}
    />
  )
}
