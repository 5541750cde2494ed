'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { runImport } from '#lib/contracts/routes.ts'
import { describeReason } from './corrected-cells.ts'
import { ImportCounts } from './import-result.tsx'
import { getKindLabel } from './kind-labels.ts'
import { StepCard } from './step-card.tsx'
import { DeleteImport } from './undo-dialog.tsx'
import { importQuery } from './use-import.ts'

type RunStepProps = { record: ImportRecord; isReady: boolean; save: () => Promise<void> }

/** The last step: a dry run, and the import itself. */
export function RunStep({ record, isReady, save }: RunStepProps) {
  const { run, running, problem } = useRun(record.id, save)
  const isDryRunDone = record.status === 'done' && record.dry_run
  return (
    <StepCard
      number={4}
      title="Import"
      description={`A dry run reads the whole file and counts what would happen. ${record.kind === 'accounts' ? 'Accounts that exist stay as they are; the new ones are invited once they are imported.' : 'An import can be undone as long as nobody has edited its records.'}`}
    >
      {record.status === 'failed' ? (
        <Notice tone="danger" title="The last run failed; nothing was written">
          {record.error}
        </Notice>
      ) : null}
      {record.status === 'cancelled' ? <Notice title="The last run was cancelled; nothing was written" /> : null}
      {isDryRunDone ? (
        <section aria-label="Result of the dry run" className="flex flex-col gap-2">
          <p className="text-sm font-medium">The dry run found this. Nothing was written.</p>
          <ImportCounts record={record} />
          {record.refusals.length > 0 ? <RefusalList record={record} /> : null}
        </section>
      ) : null}
      {problem === null ? null : (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={running === 'import'}
          disabled={!isReady || running === 'dry run'}
          onClick={() => run(false)}
        >
          Import {getKindLabel(record.kind).toLowerCase()}
        </Button>
        <Button busy={running === 'dry run'} disabled={!isReady || running === 'import'} onClick={() => run(true)}>
          Dry run
        </Button>
        <DeleteImport record={record} />
      </div>
    </StepCard>
  )
}

function useRun(id: string, save: () => Promise<void>) {
  const client = useQueryClient()
  const [running, setRunning] = useState<'import' | 'dry run' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (isDryRun: boolean) => {
    setRunning(isDryRun ? 'dry run' : 'import')
    setProblem(null)
    try {
      await save()
      const { data } = await callEndpoint(runImport, { params: { id }, body: { dry_run: isDryRun } })
      client.setQueryData(importQuery(id).queryKey, data)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The import could not be started.')
    } finally {
      setRunning(null)
    }
  }
  return { run, running, problem }
}

function RefusalList({ record: { refusals, refused } }: { record: ImportRecord }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent-text">
        Rows that would be refused
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5">
        {refusals.map(({ place, reason }) => (
          <li key={place} className="wrap-anywhere">
            <span className="text-muted">{place}:</span> {describeReason(reason)}
          </li>
        ))}
      </ul>
      {refused > refusals.length ? <p className="mt-1 text-muted">These are the first {refusals.length}.</p> : null}
    </details>
  )
}
