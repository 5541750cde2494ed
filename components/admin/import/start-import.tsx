'use client'

import { Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { sendFile } from '#lib/api/call-endpoint.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { type ImportKind, maxImportBytes } from '#lib/contracts/import-values.ts'
import { uploadImport } from '#lib/contracts/routes.ts'
import { maxArchiveEntries } from '#lib/domain/archive-bounds.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { type ChosenFile, combineFiles, findFileProblem, listInputFiles, readDroppedFiles } from './chosen-files.ts'
import { describeKind } from './import-view.tsx'
import { StepCard } from './step-card.tsx'

/** The first step of an import: kind of records and file. Choosing the file sends it. */
export function StartImport({ kinds, initialKind }: { kinds: readonly ImportKind[]; initialKind: ImportKind }) {
  const [kind, setKind] = useState<ImportKind>(initialKind)
  const { sending, problem, send, cancel } = useSend(kind)
  return (
    <StepCard
      number={1}
      title="File"
      description="Nothing is imported yet: you see what the file holds, and decide then."
    >
      <RadioGroup
        legend="What does the file hold?"
        options={kinds.map((value) => ({ value, ...describeKind(value) }))}
        value={kind}
        disabled={sending !== null}
        onValueChange={(value) => setKind(value as ImportKind)}
      />
      <DropZone isFolderOffered={kind === 'articles'} sending={sending} onFiles={send} onCancel={cancel} />
      {problem === null ? null : (
        <Notice tone="danger" announce title="This file cannot be imported">
          {problem}
        </Notice>
      )}
    </StepCard>
  )
}

/** Checks and sends a file, and opens its import. */
function useSend(kind: ImportKind) {
  const router = useRouter()
  const [sending, setSending] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  const send = async (chosen: Promise<ChosenFile[]>) => {
    const controller = new AbortController()
    abort.current = controller
    setProblem(null)
    try {
      const file = await combineFiles(await chosen)
      const problem = await findFileProblem(file)
      if (problem !== null) return setProblem(problem)
      setSending(file)
      const { id } = await sendFile(uploadImport, { query: { kind, file_name: file.name } }, file, controller.signal)
      router.push(pagePaths.import(id))
    } catch (error) {
      setSending(null)
      if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }
  return { sending, problem, send, cancel: () => abort.current?.abort() }
}

type DropZoneProps = {
  isFolderOffered: boolean
  sending: File | null
  onFiles: (chosen: Promise<ChosenFile[]>) => void
  onCancel: () => void
}

function DropZone({ isFolderOffered, sending, onFiles, onCancel }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the buttons inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (sending === null) onFiles(readDroppedFiles(event.dataTransfer))
      }}
      className={cx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
      )}
    >
      {sending === null ? (
        <>
          <p className="font-medium">Drop a file here</p>
          <div className="flex flex-wrap justify-center gap-2">
            <FileButton label="Choose a file" multiple={isFolderOffered} onFiles={onFiles} />
            {isFolderOffered ? <FileButton label="Choose a folder" isFolder onFiles={onFiles} /> : null}
          </div>
          <p className="max-w-[56ch] text-xs text-muted text-pretty">
            CSV, Excel (XLSX), JSON or NDJSON{isFolderOffered ? ', Markdown files, or a zip archive of them' : ''}; at
            most {maxImportBytes / 1024 / 1024} MB
            {isFolderOffered ? ` and ${groupDigits(maxArchiveEntries)} files` : ''}. Of a workbook, the first sheet that
            is not hidden is read, unless you choose another.
          </p>
        </>
      ) : (
        <>
          <p role="status" className="font-medium">
            Sending {sending.name} ({groupDigits(Math.ceil(sending.size / 1024))} KB)…
          </p>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      )}
    </div>
  )
}

type FileButtonProps = Pick<DropZoneProps, 'onFiles'> & { label: string; multiple?: boolean; isFolder?: boolean }

/** A button that opens the file picker of the browser. */
function FileButton({ label, multiple, isFolder, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={isFolder ? 'secondary' : 'primary'}
        icon={isFolder ? null : <Upload />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={`${label} to import`}
        className="hidden"
        tabIndex={-1}
        multiple={multiple}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const files = listInputFiles(event.target.files ?? new DataTransfer().files)
          // Reset, so that the same file can be chosen again after an edit.
          event.target.value = ''
          if (files.length > 0) onFiles(Promise.resolve(files))
        }}
      />
    </>
  )
}

/** The first step after the upload: the file that was sent. */
export function FileStep({ record, mayImport }: { record: ImportRecord; mayImport: boolean }) {
  const { file_name: name, size, kind, created_by: by, created_at: at } = record
  return (
    <StepCard number={1} title="File">
      <p className="text-sm wrap-anywhere">
        <strong className="font-semibold">{name}</strong> with {describeKind(kind).label.toLowerCase()},{' '}
        {groupDigits(Math.ceil(size / 1024))} KB, sent by {by}, <DateTime value={at} />.{' '}
        {mayImport ? <TextLink href={`${pagePaths.imports}?kind=${kind}`}>Choose another file</TextLink> : null}
      </p>
    </StepCard>
  )
}
