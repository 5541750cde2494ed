'use client'

import { useQuery } from '@tanstack/react-query'
import { attachmentsQuery } from '#lib/api/review-queries.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { stepLabels } from '#lib/domain/review/review-labels.ts'
import { AttachmentList } from './attachment-list.tsx'

type StepAttachmentsProps = {
  reference: string
  step: ReviewStep
  reader: { readonly email: string; readonly canManage: boolean }
  isReadOnly: boolean
}

/** The attachments of one step, below its form. */
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
