'use client'

import { useRouter } from 'next/navigation'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import type { ServiceNowTable } from '#lib/contracts/connection-values.ts'
import { sampleTable } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Reads a sample of a table and opens it as an import, where its fields are mapped. */
export function MapTable({ connectionId, table }: { connectionId: string; table: ServiceNowTable }) {
  const router = useRouter()
  return (
    <WriteButton
      size="sm"
      route={sampleTable}
      input={{ params: { id: connectionId, table } }}
      invalidates={['Imports']}
      onDone={({ import_id: id }) => router.push(pagePaths.import(id))}
      aria-label={`Map ${table}`}
    >
      Map…
    </WriteButton>
  )
}
