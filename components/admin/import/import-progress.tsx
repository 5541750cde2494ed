'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { cancelImport } from '#lib/contracts/routes.ts'
import { StepCard } from './step-card.tsx'
import { importQuery } from './use-import.ts'

const phases = { looking: 'Looking at the file', reading: 'Reading the file', writing: 'Writing the records' } as const

/** The progress of a running import, with a button that cancels it. */
export function RunningImport({ record }: { record: ImportRecord }) {
  const { progress, rows, refused, status, dry_run: isDryRun } = record
  const client = useQueryClient()
  const mayImport = useMay('manager')
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    try {
      const { data } = await callEndpoint(cancelImport, { params: { id: record.id } })
      client.setQueryData(importQuery(record.id).queryKey, data)
    } catch (error) {
      setCancelling(false)
      if (error instanceof Error) showErrorToast(error)
    }
  }
  const label = status === 'queued' ? 'Waiting to start' : phases[progress?.phase ?? 'looking']
  return (
    <StepCard
      number={4}
      title={isDryRun ? 'Dry run' : 'Import'}
      description="It goes on in the background. You can leave this page and come back."
    >
      <div className="flex flex-col gap-2">
        <p role="status" className="text-sm font-medium">
          {label}…
        </p>
        <progress
          aria-label={label}
          className="h-2 w-full accent-accent"
          {...(progress && progress.total > 0 ? { value: progress.done, max: progress.total } : {})}
        />
        <p className="text-sm text-muted tabular-nums">
          {formatCount(rows)} rows read, {formatCount(refused)} refused
        </p>
      </div>
      {mayImport ? (
        <div>
          <Button busy={isCancelling} onClick={cancel}>
            Cancel {isDryRun ? 'dry run' : 'import'}
          </Button>
        </div>
      ) : null}
    </StepCard>
  )
}
