'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { sendFile } from '#lib/api/call-endpoint.ts'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import { attachmentExtensions, maxAttachmentBytes } from '#lib/contracts/app/attachment-values.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { addAttachment } from '#lib/contracts/routes.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'

type FileChooserProps = {
  label: string
  sending?: string | null
  onFiles: (files: readonly File[]) => void
  className?: string
}

export function FileChooser({ label, sending = null, onFiles, className }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={attachmentExtensions.map((ending) => `.${ending}`).join()}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Reset, so that the same file can be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant="ghost"
        size="sm"
        className={className}
        busy={sending !== null}
        icon={<Paperclip />}
        onClick={() => input.current?.click()}
      >
        {sending === null ? 'Attach files' : `Attaching ${sending}`}
        <span className="sr-only"> to {label}</span>
      </Button>
    </>
  )
}

type ChosenFilesProps = { files: readonly File[]; onChange: (files: readonly File[]) => void }

const getFileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const add = (more: readonly File[]) => {
    const attachedKeys = new Set(files.map(getFileKey))
    onChange([...files, ...more.filter((file) => !attachedKeys.has(getFileKey(file)))])
  }
  return (
    <>
      <FileChooser label="your comment" onFiles={add} />
      {files.length === 0 ? null : (
        <ul aria-label="Chosen files" className="flex basis-full flex-col gap-1 text-sm">
          {files.map((file) => (
            <li key={getFileKey(file)} className="flex items-center gap-2">
              <span className="min-w-0 break-words">{file.name}</span>
              <span className="text-xs text-muted">{formatByteSize(file.size)}</span>
              <IconButton
                size="sm"
                label={`Do not attach ${file.name}`}
                icon={<X aria-hidden="true" />}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export type AttachmentPlace =
  | { readonly reference: string; readonly step: ReviewStep }
  | { readonly comment_id: string }
  | { readonly improvement_id: string }

/** Attaches files one after the other; returns the reasons for failures. */
export function useAttachFiles() {
  const [sending, setSending] = useState<string | null>(null)
  const client = useQueryClient()
  const router = useRouter()
  const attach = async (place: AttachmentPlace, files: readonly File[]): Promise<string[]> => {
    const problems: string[] = []
    for (const file of files) {
      setSending(file.name)
      const problem = await attachFile(place, file)
      if (problem !== null) problems.push(problem)
    }
    // Attaching a file starts a required review, and adds an entry to the history.
    await invalidateTags(client, ['Attachments', 'Reviews', 'History'])
    router.refresh()
    setSending(null)
    return problems
  }
  return { sending, attach }
}

async function attachFile(place: AttachmentPlace, file: File): Promise<string | null> {
  if (file.size > maxAttachmentBytes) {
    return `${file.name} has ${formatByteSize(file.size)}; a file may have ${formatByteSize(maxAttachmentBytes)} at most.`
  }
  try {
    await sendFile(addAttachment, { query: { name: file.name, ...place } }, file)
    return null
  } catch (error) {
    return `${file.name} was not attached. ${error instanceof Error ? error.message : 'The service did not respond.'}`
  }
}
