'use client'

import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { ColumnTable } from './column-table.tsx'
import { applyEdits } from './edit-mapping.ts'
import { MissingFields } from './feed-details.tsx'
import { Remarks } from './import-result.tsx'
import type { MappingProps } from './mapping-props.ts'
import { Questions } from './questions.tsx'
import { Reading } from './reading.tsx'
import { RecordPreview } from './record-preview.tsx'
import { RunStep } from './run-step.tsx'
import { SavedMappings } from './saved-mappings.tsx'
import { StepCard } from './step-card.tsx'
import { useMapping } from './use-import.ts'

/** The steps between the file and its import: columns, preview, import. */
export function ImportSteps({ record }: { record: ImportRecord }) {
  const { mapping, setMapping, preview, isCurrent, save } = useMapping(record)
  const data = useLast(preview.data)
  const feeds = data && (isCurrent ? data.feeds : applyEdits(data.feeds, mapping))
  const props = data && feeds && { preview: { ...data, feeds }, mapping, onChange: setMapping }
  return (
    <>
      <StepCard
        number={2}
        title="Columns"
        description="What was recognised. Change what is wrong; the preview follows."
      >
        {preview.isError ? (
          <Notice tone="danger" announce title="The file cannot be read like this">
            {preview.error.message}
          </Notice>
        ) : null}
        {props ? (
          <>
            <SavedMappings
              kind={record.kind}
              mapping={mapping}
              suggested={data?.suggested_preset ?? null}
              onPick={setMapping}
            />
            <MissingFields {...props} />
            <ColumnTable {...props} />
            <section aria-labelledby="how-read" className="flex flex-col gap-3">
              <h3 id="how-read" className="text-sm font-semibold">
                How the file is read
              </h3>
              <Reading {...props} />
            </section>
          </>
        ) : preview.isPending ? (
          <SkeletonText lines={8} label="Reading the file" />
        ) : null}
      </StepCard>
      <StepCard number={3} title="Preview" description="The first records as they will be. Nothing is written yet.">
        <div aria-busy={!isCurrent} className="flex flex-col gap-3">
          <p role="status" className="sr-only">
            {isCurrent ? 'The preview is up to date.' : 'The preview is being made.'}
          </p>
          {props ? <Preview {...props} /> : null}
          {!data && preview.isPending ? <SkeletonText lines={5} label="Making the preview" /> : null}
          {!data && !preview.isPending ? (
            <p className="text-sm text-muted">There is no preview, as the file cannot be read.</p>
          ) : null}
        </div>
      </StepCard>
      <RunStep record={record} isReady={isCurrent && data !== undefined && isAnswered(data)} save={save} />
    </>
  )
}

/** True if nothing about the file is open, so that its import can run. */
const isAnswered = ({ problem, date_question, row_question }: ImportPreview) =>
  problem === null && date_question === null && row_question === null

function Preview(props: MappingProps) {
  const { preview } = props
  const { problem, feeds } = preview
  if (problem === null && !isAnswered(preview)) return <Questions {...props} />
  if (problem === null)
    return (
      <>
        <RecordPreview preview={preview} />
        <Remarks remarks={preview.remarks} />
      </>
    )
  const isMissing = feeds.length > 0 && problem.startsWith('No column was found')
  return (
    <EmptyState icon={FileQuestion} title="No preview yet">
      {isMissing ? 'Choose the missing columns in step 2.' : problem}
    </EmptyState>
  )
}

/** Returns the last value that was not undefined, so that the settings stay usable after a failed preview. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
