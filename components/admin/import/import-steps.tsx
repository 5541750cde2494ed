'use client'

import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ImportRecord, Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { listSavedMappings, runImport, saveMapping } from '#lib/contracts/routes.ts'
import { describeCount } from '#lib/text/counted.ts'
import { ColumnTable, MissingFields } from './column-table.tsx'
import { applyEdits, type MappingProps } from './edit-mapping.ts'
import { DeleteImport, ImportCounts, Remarks } from './import-result.tsx'
import { describeKind } from './import-view.tsx'
import { Questions, Reading } from './reading.tsx'
import { RecordPreview } from './record-preview.tsx'
import { StepCard } from './step-card.tsx'
import { useImportWrite, useMapping } from './use-import.ts'

/** The steps between the file and its import: columns, preview, import. */
export function ImportSteps({ record }: { record: ImportRecord }) {
  const { mapping, setMapping, preview, isCurrent, save } = useMapping(record)
  // The last preview, so that the settings stay usable after one that failed.
  const [last, setLast] = useState(preview.data)
  if (preview.data && preview.data !== last) setLast(preview.data)
  const data = preview.data ?? last
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
              suggested={props.preview.suggested_preset}
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
          {props ? (
            <Preview {...props} />
          ) : preview.isPending ? (
            <SkeletonText lines={5} label="Making the preview" />
          ) : (
            <p className="text-sm text-muted">There is no preview, as the file cannot be read.</p>
          )}
        </div>
      </StepCard>
      <RunStep
        record={record}
        isReady={isCurrent && data !== undefined && isAnswered(data)}
        preview={data}
        save={save}
      />
    </>
  )
}

type SavedMappingsProps = {
  kind: ImportKind
  mapping: Mapping
  /** Name of the suggested preset for the system that exported the file; null for none. */
  suggested: string | null
  onPick: (mapping: Mapping) => void
}

/** Loads a saved mapping or a preset, and saves the edited mapping under a name. */
function SavedMappings({ kind, mapping, suggested, onPick }: SavedMappingsProps) {
  const saved = useQuery(endpointQuery(listSavedMappings, { query: { kind } }))
  const [picked, setPicked] = useState('')
  const { result: mappings = [], presets = [] } = saved.data ?? {}
  const known = [...mappings, ...presets]
  const pick = (name: string) => {
    setPicked(name)
    onPick(known.find((each) => each.name === name)?.mapping ?? {})
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      {suggested !== null && picked !== suggested ? (
        <div className="w-full">
          <Notice
            title={`The columns are those of ${suggested}`}
            action={<Button onClick={() => pick(suggested)}>Use the preset</Button>}
          >
            Its preset knows the columns and words of that system.
          </Notice>
        </div>
      ) : null}
      {known.length > 0 ? (
        <Field label="Mapping" className="w-full sm:w-72">
          <NativeSelect
            placeholder="None"
            options={[
              ...mappings.map(({ name }) => ({ value: name, label: name })),
              ...presets.map(({ name }) => ({ value: name, label: `${name} (preset)` })),
            ]}
            value={picked}
            onChange={({ target: { value } }) => pick(value)}
          />
        </Field>
      ) : null}
      <DialogButton
        dialog={(onClose) => (
          <SaveMappingDialog
            kind={kind}
            mapping={mapping}
            loaded={mappings.some(({ name }) => name === picked) ? picked : ''}
            onClose={onClose}
            onSaved={setPicked}
          />
        )}
      >
        Save mapping…
      </DialogButton>
    </div>
  )
}

type SaveMappingProps = Pick<SavedMappingsProps, 'kind' | 'mapping'> & {
  /** The name of the loaded mapping; empty for a new one. */
  loaded: string
  onSaved: (name: string) => void
  onClose: () => void
}

/** Saves a mapping under a name for later imports, by page, command line and API. */
function SaveMappingDialog({ kind, mapping, loaded, onSaved, onClose }: SaveMappingProps) {
  const { Field, state } = useEndpointForm(saveMapping, {
    values: { name: loaded },
    input: ({ name }) => ({ params: { name: name.trim() }, body: { kind, mapping } }),
    done: (_, { name }) => `Mapping “${name.trim()}” saved`,
    onDone: (_, { name }) => {
      onSaved(name.trim())
      onClose()
    },
  })
  return (
    <FormDialog
      {...state}
      title="Save mapping"
      description="A later file of the same system is then read in the same way: on this page, by the command line and by the API."
      submitLabel="Save"
      onClose={onClose}
    >
      <Field name="name" label="Name" required hint="A mapping of this name is replaced." maxLength={80} />
    </FormDialog>
  )
}

/** True if nothing about the file is open, so that its import can run. */
const isAnswered = ({ problem, date_question, row_question }: ImportPreview) =>
  problem === null && date_question === null && row_question === null

function Preview(props: MappingProps) {
  const { preview } = props
  const { problem, feeds } = preview
  if (problem !== null) {
    const isMissing = feeds.length > 0 && problem.startsWith('No column was found')
    return (
      <EmptyState icon={FileQuestion} title="No preview yet">
        {isMissing ? 'Choose the missing columns in step 2.' : problem}
      </EmptyState>
    )
  }
  if (!isAnswered(preview)) return <Questions {...props} />
  return (
    <>
      <RecordPreview preview={preview} />
      <Remarks remarks={preview.remarks} />
    </>
  )
}

type RunStepProps = {
  record: ImportRecord
  isReady: boolean
  preview: ImportPreview | undefined
  save: () => Promise<unknown>
}

/** The last step: a dry run, and the import itself. */
function RunStep({ record, isReady, preview, save }: RunStepProps) {
  const { unimported = [], open_end: openEnd = null } = preview ?? {}
  const { id, kind, status, error, refusals, refused } = record
  const { mutate, isPending, variables, ...run } = useImportWrite(async (isDryRun: boolean) => {
    await save()
    return callEndpoint(runImport, { params: { id }, body: { dry_run: isDryRun } })
  })
  const buttons = [
    { isDryRun: false, label: `Import ${describeKind(kind).label.toLowerCase()}`, variant: 'primary' },
    { isDryRun: true, label: 'Dry run', variant: 'secondary' },
  ] as const
  return (
    <StepCard
      number={4}
      title="Import"
      description={`A dry run reads the whole file and counts what would happen. ${kind === 'accounts' ? 'Accounts that exist stay as they are; the new ones are invited once they are imported.' : 'An import can be undone as long as nobody has edited its records.'}`}
    >
      {status === 'failed' ? (
        <Notice tone="danger" title="The last run failed; nothing was written">
          {error}
        </Notice>
      ) : null}
      {status === 'cancelled' ? <Notice title="The last run was cancelled; nothing was written" /> : null}
      {unimported.length > 0 ? (
        <Notice
          tone="warning"
          title={`${describeCount(unimported.length, 'column')} with values ${unimported.length === 1 ? 'is' : 'are'} not imported`}
        >
          {unimported.join(', ')}. Choose a field for it in step 2 if it matters.
        </Notice>
      ) : null}
      {openEnd === null ? null : <Notice tone="warning" title={openEnd} />}
      {status === 'done' && record.dry_run ? (
        <section aria-label="Result of the dry run" className="flex flex-col gap-2">
          <p className="text-sm font-medium">The dry run found this. Nothing was written.</p>
          <ImportCounts record={record} />
          {refusals.length > 0 ? (
            <details className="text-sm">
              <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent-text">
                Rows that would be refused
              </summary>
              <ul className="mt-1 flex flex-col gap-0.5">
                {refusals.map(({ place, reason }) => (
                  <li key={place} className="wrap-anywhere">
                    <span className="text-muted">{place}:</span> {reason}
                  </li>
                ))}
              </ul>
              {refused > refusals.length ? (
                <p className="mt-1 text-muted">These are the first {refusals.length}.</p>
              ) : null}
            </details>
          ) : null}
        </section>
      ) : null}
      <FormError>{run.error?.message}</FormError>
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ isDryRun, label, variant }) => (
          <Button
            key={label}
            variant={variant}
            busy={isPending && variables === isDryRun}
            disabled={!isReady || (isPending && variables !== isDryRun)}
            onClick={() => mutate(isDryRun)}
          >
            {label}
          </Button>
        ))}
        <DeleteImport record={record} />
      </div>
    </StepCard>
  )
}
