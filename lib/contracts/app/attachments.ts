import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { nameText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { attachmentMediaTypes, maxAttachmentBytes } from './attachment-values.ts'
import { reviewSteps } from './review-values.ts'

const Reference = z.string().min(1).max(64).describe('Reference of the review')
const ImprovementId = z.string().min(1).max(64).describe('Identifier of the improvement action')

export const Attachment = z
  .object({
    id: z.string().describe('Identifier of the file'),
    reference: z.string().nullable().describe('Reference of the review; null for a file of an action'),
    step: oneOf(reviewSteps).nullable().describe('Step of the review; null elsewhere'),
    comment_id: z.string().nullable().describe('Identifier of the comment; null elsewhere'),
    improvement_id: z.string().nullable().describe('Identifier of the improvement action; null elsewhere'),
    name: z.string().describe('Name of the file'),
    type: z.string().describe('Media type, by its content'),
    size: z.int().min(1).describe('Size in bytes'),
    sha256: z.string().describe('SHA-256 of the content, hexadecimal'),
    uploaded_by: z.string().describe('E-mail address of the person who attached it'),
    uploaded_by_name: z.string().describe('Name of that person'),
    uploaded_at: Timestamp.describe('When it was attached'),
    deleted_at: Timestamp.nullable().describe('When its content was deleted by the retention; null while it is stored'),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof Attachment>

const FileId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the file') })

const exactlyOne = (places: readonly unknown[]) => places.filter((place) => place !== undefined).length === 1

const readers = endpointsFor('Attachments', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')
const people = endpointsFor('Attachments', { role: 'reviewer', orOwner: true, onlyPeople: true })

export const listAttachments = readers.get('listAttachments', '/attachments', {
  summary: 'List the attachments of a review or of an improvement action',
  description:
    'Oldest first; none for an unknown review or action. Those of a review include the files of its comments and of its actions.',
  query: z.strictObject({
    of: z.string().min(1).max(64).describe('Reference of the review, or identifier of the improvement action'),
  }),
  response: z.object({ result: z.array(Attachment) }),
  examples: { query: { of: 'PIR-2026-0042' } },
})

export const getAttachmentContent = readers.get('getAttachmentContent', '/attachments/{id}/content', {
  summary: 'Download an attachment',
  description:
    'Always as an attachment, whatever its type. 404 after it was removed or its content was deleted by the retention.',
  params: FileId,
  file: attachmentMediaTypes,
  examples: { params: { id: 'att_01jdh3m8w5c2v7k9q4r6t8y0ab' }, response: '%PDF-1.7 …' },
})

export const addAttachment = people.post('addAttachment', '/attachments', {
  quota: 'bulk',
  query: z
    .strictObject({
      name: nameText(255),
      reference: Reference.optional(),
      step: oneOf(reviewSteps).optional(),
      comment_id: z.string().min(1).max(64).optional(),
      improvement_id: ImprovementId.optional(),
    })
    .refine(({ reference, comment_id: comment, improvement_id: action }) => exactlyOne([reference, comment, action]), {
      error: 'must be given, or comment_id or improvement_id, and only one of them',
      path: ['reference'],
    })
    .refine(({ reference, step }) => (reference === undefined) === (step === undefined), {
      error: 'belongs to reference: give both or neither',
      path: ['step'],
    }),
  upload: { types: ['application/octet-stream'], maxBytes: maxAttachmentBytes },
  response: Attachment,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const removeAttachment = people.delete('removeAttachment', '/attachments/{id}', {
  params: FileId,
  errors: ['not_found', 'conflict'],
})
