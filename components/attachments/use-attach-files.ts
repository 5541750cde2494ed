import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import { maxAttachmentBytes } from '#lib/contracts/app/attachment-values.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { addAttachment } from '#lib/contracts/routes.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'

export type AttachmentPlace =
  | { readonly reference: string; readonly step: ReviewStep }
  | { readonly comment_id: string }
  | { readonly improvement_id: string }

/**
 * Returns a function that attaches files one after the other and refreshes the lists; it returns the reasons for
 * failures.
 */
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

/** Attaches a file. Returns the reason for a failure, or null. */
async function attachFile(place: AttachmentPlace, file: File): Promise<string | null> {
  if (file.size > maxAttachmentBytes) {
    return `${file.name} has ${formatByteSize(file.size)}; a file may have ${formatByteSize(maxAttachmentBytes)} at most.`
  }
  try {
    // Loaded with the first file, because most steps have none.
    const { sendFile } = await import('#lib/api/send-file.ts')
    await sendFile(addAttachment, { query: { name: file.name, ...place } }, file)
    return null
  } catch (error) {
    return `${file.name} was not attached. ${error instanceof Error ? error.message : 'The service did not respond.'}`
  }
}
