import { and, eq, notExists } from 'drizzle-orm'
import type { addAttachment } from '#lib/contracts/app/attachments.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { UploadStore } from '#server/platform/api/read-upload.ts'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'
import { storeParts } from '#server/platform/files/file-parts.ts'
import { receiveFile } from '#server/platform/files/receive-file.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { attachmentParts, attachments } from '#server/schema/reviews.ts'
import { assertMayAttach } from './attachment-places.ts'
import { assertRoom } from './attachment-space.ts'
import { assertAttachable, detectType, headBytes } from './detect-type.ts'

type UploadQuery = QueryOf<typeof addAttachment>

/** Stores the content of an attachment while it arrives, once its first bytes match its type. */
export const attachmentUploads: UploadStore<UploadQuery> = {
  async check(ctx, query) {
    assertAttachable(query.name)
    await assertMayAttach(ctx, query)
  },
  async store(ctx, chunks, { name }) {
    const id = newId('att', ctx.now)
    const { id: uploader } = getActingAccount(ctx)
    const storedAt = ctx.now.toISOString()
    let type = ''
    const stored = await receiveFile(chunks, {
      store: (hashed) =>
        storeParts(ctx.db, uploader, checkType(hashed), async (tx, part) => {
          await assertRoom({ ...ctx, db: tx })
          await tx.insert(attachmentParts).values({ attachmentId: id, ...part, uploader, storedAt })
        }),
      discard: () => discardContent(ctx, id),
    })
    return { id, type, ...stored }

    async function* checkType(hashed: AsyncIterable<Uint8Array>) {
      let head: Uint8Array[] | null = []
      let length = 0
      for await (const chunk of hashed) {
        if (head === null) yield chunk
        else {
          head.push(chunk)
          length += chunk.byteLength
          if (length >= headBytes) {
            yield* await detectHead(head)
            head = null
          }
        }
      }
      if (head !== null && length > 0) yield* await detectHead(head)
    }

    async function detectHead(head: readonly Uint8Array[]) {
      type = await detectType(name, Buffer.concat(head))
      return head
    }
  },
  discard: discardContent,
}

/** Deletes the content of an attachment that was not created. */
async function discardContent({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const created = db.select({ id: attachments.id }).from(attachments).where(eq(attachments.id, id))
  await db.delete(attachmentParts).where(and(eq(attachmentParts.attachmentId, id), notExists(created)))
}
