'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { cancelImport } from '#lib/contracts/routes.ts'
import { ImportResult } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'
import { StepCard } from './step-card.tsx'
import { importQuery, isEditable, isRunning, useImport } from './use-import.ts'

/** One import, from the mapping of its columns to its result. */
export function ImportPage({ id }: { id: string }) {
  const query = useImport(id)
  const mayImport = useMay('manager')
  return (
    <QueryStates query={query} what="the import" lines={8}>
      {(record) => {
        const phase = getPhase(record)
        return (
          <FocusedPhase phase={phase}>
            {phase === 'running' ? <RunningImport record={record} /> : null}
            {phase === 'steps' && mayImport ? <ImportSteps record={record} /> : null}
            {phase === 'steps' && !mayImport ? (
              <p className="text-sm">This import has not run: it wrote no record.</p>
            ) : null}
            {phase === 'result' ? <ImportResult record={record} /> : null}
          </FocusedPhase>
        )
      }}
    </QueryStates>
  )
}

const getPhase = (record: ImportRecord) => (isRunning(record) ? 'running' : isEditable(record) ? 'steps' : 'result')

/** Focuses the current step when the phase changes, because the pressed button is gone. */
function FocusedPhase({ phase, children }: { phase: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const shownPhase = useRef(phase)
  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    if (document.activeElement === document.body) {
      region.current?.querySelector<HTMLElement>('[data-step="4"] h2')?.focus()
    }
  }, [phase])
  return (
    <div ref={region} className="flex flex-col gap-5">
      {children}
    </div>
  )
}

const phases = { looking: 'Looking at the file', reading: 'Reading the file', writing: 'Writing the records' } as const

/** The progress of a running import, with a button that cancels it. */
function RunningImport({ record }: { record: ImportRecord }) {
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
