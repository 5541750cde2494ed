'use client'

import { useEffect, useRef } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { showErrorToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { cancelImport } from '#lib/contracts/routes.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { ImportResult } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'
import { StepCard } from './step-card.tsx'
import { isEditable, isRunning, useImport, useImportWrite } from './use-import.ts'

/** One import, from the mapping of its columns to its result. */
export function ImportPage({ id }: { id: string }) {
  return (
    <QueryStates query={useImport(id)} what="the import" lines={8}>
      {(record) => <Phase record={record} />}
    </QueryStates>
  )
}

/** What an import needs now. Focuses the current step when that changes, because the pressed button is gone. */
function Phase({ record }: { record: ImportRecord }) {
  const phase = isRunning(record) ? 'running' : isEditable(record) ? 'steps' : 'result'
  const mayImport = useMay('manager')
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
      {phase === 'running' ? <RunningImport record={record} /> : null}
      {phase === 'steps' && mayImport ? <ImportSteps record={record} /> : null}
      {phase === 'steps' && !mayImport ? <p className="text-sm">This import has not run: it wrote no record.</p> : null}
      {phase === 'result' ? <ImportResult record={record} /> : null}
    </div>
  )
}

const phases = { looking: 'Looking at the file', reading: 'Reading the file', writing: 'Writing the records' } as const

/** The progress of a running import, with a button that cancels it. */
function RunningImport({ record }: { record: ImportRecord }) {
  const { id, progress, rows, refused, status, dry_run: isDryRun } = record
  const mayImport = useMay('manager')
  const cancel = useImportWrite(() => callEndpoint(cancelImport, { params: { id } }))
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
          {groupDigits(rows)} rows read, {groupDigits(refused)} refused
        </p>
      </div>
      {mayImport ? (
        <div>
          <Button
            busy={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate(undefined, { onError: showErrorToast })}
          >
            Cancel {isDryRun ? 'dry run' : 'import'}
          </Button>
        </div>
      ) : null}
    </StepCard>
  )
}
