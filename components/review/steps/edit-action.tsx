'use client'

import { useQuery } from '@tanstack/react-query'
import { EditDialog } from '#components/improvements/edit-dialog.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'

/** The edit dialog of the improvement register, opened from a review. */
export function EditAction({ action, onClose }: { action: Improvement; onClose: () => void }) {
  const values = useQuery(endpointQuery(listFilterValues, {}))
  return <EditDialog improvement={action} people={values.data?.people ?? []} isOpen onClose={onClose} />
}
