'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useMay } from '#components/layout/user-context.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { RunningImport } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'
import { isEditable, isRunning, useImport } from './use-import.ts'

/** One import, from the mapping of its columns to its result. */
export function ImportPage({ id }: { id: string }) {
  const query = useImport(id)
  const mayImport = useMay('manager')
  return (
    <QueryStates
      query={query}
      failure="The import could not be loaded"
      skeleton={<SkeletonText lines={8} label="Loading the import" />}
    >
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
