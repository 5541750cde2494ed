'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import { sampleTable } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Reads a sample of a table and opens it as an import, where its fields are mapped. */
export function MapTable({ connectionId, table }: { connectionId: string; table: ServiceNowTable }) {
  const router = useRouter()
  const sample = useEndpointMutation(sampleTable, ['Imports'])
  const run = () =>
    sample.mutate(
      { params: { id: connectionId, table } },
      { onSuccess: ({ import_id: id }) => router.push(pagePaths.import(id)), onError: showErrorToast },
    )
  return (
    <Button size="sm" busy={sample.isPending} aria-label={`Map ${table}`} onClick={run}>
      Map…
    </Button>
  )
}
