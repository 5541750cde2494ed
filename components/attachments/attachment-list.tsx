'use client'

import { useQuery } from '@tanstack/react-query'
import { Paperclip, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { attachmentsQuery } from '#lib/api/review-queries.ts'
import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { getAttachmentContent, removeAttachment } from '#lib/contracts/routes.ts'
import { stepLabels } from '#lib/review/labels.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'
import { type AttachmentPlace, FileChooser, useAttachFiles } from './file-chooser.tsx'

const ConfirmRemoval = dynamic(
  () => import('#components/ui/overlay/confirm-write.tsx').then((part) => part.ConfirmWrite<typeof removeAttachment>),
  { loading: () => null },
)

type AttachTo = { readonly label: string; readonly place: AttachmentPlace }

type AttachmentListProps = {
  files: readonly Attachment[]
  /** Record to which the reader may attach files; null if they may not. */
  to: AttachTo | null
  /** The reader may remove their own files, and a manager any file. */
  reader: { readonly email: string; readonly canManage: boolean }
  heading?: ReactNode
  className?: string
}

export function AttachmentList({ files, to, reader, heading, className }: AttachmentListProps) {
  const [removed, setRemoved] = useState<Attachment | null>(null)
  if (files.length === 0 && to === null) return null
  return (
    <div className={className}>
      {heading}
      {files.length > 0 ? (
        <ul className="flex flex-col gap-1 text-sm">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-2">
              <Paperclip className="size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <FileName file={file} />{' '}
                <span className="text-xs whitespace-nowrap text-muted">
                  {formatByteSize(file.size)} · {file.uploaded_by_name}, <RelativeTime value={file.uploaded_at} />
                </span>
              </span>
              {to !== null && (reader.canManage || file.uploaded_by === reader.email) ? (
                <IconButton
                  size="sm"
                  label={`Remove ${file.name}`}
                  icon={<Trash2 />}
                  onClick={() => setRemoved(file)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {to === null ? null : <AttachFiles to={to} />}
      {removed === null ? null : (
        <ConfirmRemoval
          route={removeAttachment}
          input={{ params: { id: removed.id } }}
          title={`Remove ${removed.name}?`}
          description="The history keeps its name and hash, and completed versions of the review keep the file."
          confirmLabel="Remove"
          danger
          done={`Removed ${removed.name}`}
          onClose={() => setRemoved(null)}
        />
      )}
    </div>
  )
}

function FileName({ file: { id, name, deleted_at: deletedAt } }: { file: Attachment }) {
  if (deletedAt !== null) {
    return (
      <span className="break-words">
        {name}{' '}
        <span className="text-muted">
          (deleted by the retention on <Day value={deletedAt.slice(0, 10)} />)
        </span>
      </span>
    )
  }
  return (
    <a href={buildEndpointUrl(getAttachmentContent, { params: { id } })} download className="link break-words">
      {name}
    </a>
  )
}

function AttachFiles({ to }: { to: AttachTo }) {
  const { sending, attach } = useAttachFiles()
  const [problems, setProblems] = useState<readonly string[]>([])
  const send = async (files: readonly File[]) => {
    setProblems([])
    setProblems(await attach(to.place, files))
  }
  return (
    <>
      <FileChooser label={to.label} sending={sending} onFiles={(files) => void send(files)} className="-ml-2.5" />
      {problems.length === 0 ? null : (
        <div role="alert" className="flex flex-col gap-1 text-sm text-danger-text">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </>
  )
}

type StepAttachmentsProps = {
  reference: string
  step: ReviewStep
  reader: { readonly email: string; readonly canManage: boolean }
  isReadOnly: boolean
}

export function StepAttachments({ reference, step, reader, isReadOnly }: StepAttachmentsProps) {
  const files = useQuery(attachmentsQuery(reference)).data?.result ?? []
  return (
    <AttachmentList
      className="mt-5 flex flex-col items-start gap-2 border-t border-line pt-4"
      heading={<h3 className="text-sm font-semibold">Files</h3>}
      files={files.filter((file) => file.step === step)}
      to={isReadOnly ? null : { label: `the step ${stepLabels[step]}`, place: { reference, step } }}
      reader={reader}
    />
  )
}
