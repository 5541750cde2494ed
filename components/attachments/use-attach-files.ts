import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import { maxAttachmentBytes } from '#lib/contracts/app/attachment-values.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { addAttachment } from '#lib/contracts/routes.ts'
import { byteSize } from '#lib/text/byte-size.ts'

export type AttachmentPlace =
  | { readonly reference: string; readonly step: ReviewStep }
  | { readonly comment_id: string }
  | { readonly improvement_id: string }

/** Attaches files, one after the other, and shows them; returns why some were not attached. */
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
    // Attaching begins a review that is owed, and is in the history.
    await invalidateTags(client, ['Attachments', 'Reviews', 'History'])
    router.refresh()
    setSending(null)
    return problems
  }
  return { sending, attach }
}

/** Attaches a file; returns why it was not attached, and null when it was. */
async function attachFile(place: AttachmentPlace, file: File): Promise<string | null> {
  if (file.size > maxAttachmentBytes) {
    return `${file.name} has ${byteSize(file.size)}; a file may have ${byteSize(maxAttachmentBytes)} at most.`
  }
  try {
    // Loaded with the first file, which most steps never get.
    const { sendFile } = await import('#lib/api/send-file.ts')
    await sendFile(addAttachment, { query: { name: file.name, ...place } }, file)
    return null
  } catch (error) {
    return `${file.name} was not attached. ${error instanceof Error ? error.message : 'The service did not respond.'}`
  }
}
